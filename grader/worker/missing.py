"""Stand in for libraries that are not there, so that only code that uses one fails."""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Iterator
from types import CodeType, ModuleType, TracebackType
from typing import Any, NoReturn, TypeAlias

# What an import of a library raises that is not there, or that the worker may not read.
NOT_THERE = (ModuleNotFoundError, PermissionError)
_HELPER = "__stand_in__"
# Whether a statement defines all its names in one step, and each name with the library that it is
# imported from ("" for a statement that is not an import).
_Defined: TypeAlias = tuple[bool, list[tuple[str, str]]]
_AT_ONCE = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef,
            ast.Assign, ast.AnnAssign)  # fmt: skip


class MissingLibraryError(ModuleNotFoundError):
    """A library is used that is not there. It shows as the ModuleNotFoundError that it is."""


MissingLibraryError.__name__ = MissingLibraryError.__qualname__ = "ModuleNotFoundError"


class StandIn:
    """What a name stands for whose library is not there: any use of it raises.

    Args:
        library: the library's name.
        imported: whether an import would have made it; otherwise it is what the student's code
            would have defined with the library.
    """

    def __init__(self, library: str, *, imported: bool) -> None:
        self.__dict__.update(__library__=library, __imported__=imported)

    def __getattr__(self, name: str) -> Any:
        if name[:2] == "__":  # what Python itself looks for
            raise AttributeError(name)
        self._raise()

    def _raise(self, *_: Any, **__: Any) -> NoReturn:
        library = self.__dict__["__library__"]
        raise MissingLibraryError(f"No module named {library!r}", name=library)

    # Python looks for these on the class.
    __call__ = __getitem__ = __iter__ = __enter__ = __mro_entries__ = __setattr__ = _raise


def is_imported(value: Any) -> bool:
    """Tell whether a value is what an import gave in place of a missing library's."""
    return type(value) is StandIn and bool(value.__dict__["__imported__"])


def may_go_on(error: BaseException, filename: str) -> bool:
    """Tell whether a file's own import failed because a library is not there.

    Args:
        error: what running the file raised.
        filename: the file; the error must come from an import that its top level did itself.
    """
    frames = list(_codes(error.__traceback__))
    own = [index for index, code in enumerate(frames) if code.co_filename == filename]
    if type(error) not in NOT_THERE or not own or frames[own[-1]].co_name != "<module>":
        return False
    below = [code.co_filename for code in frames[own[-1] + 1 :]]
    # Python cuts its own frames off an ImportError, but names the module in it.
    by_import = getattr(error, "name", None) or any("importlib" in name for name in below)
    # The student's files have plain names; one of them below has failed by itself.
    return bool(by_import) and all(name.startswith("<") or os.sep in name for name in below)


def with_stand_ins(source: bytes, filename: str, module: ModuleType) -> CodeType:
    """Return the code of a file whose top-level statements go on without missing libraries.

    An import of one gives stand-ins. Any other statement that then uses one is left, and the names
    that it would have defined are stand-ins too. Imports that stand in a `try` stay as they are.
    """
    tree = ast.parse(source, filename)
    defined: list[_Defined] = []
    body: list[ast.stmt] = []
    for statement in (each for whole in tree.body for each in _one_by_one(whole)):
        if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
            body.append(statement)
        else:
            body.append(_guarded(statement, len(defined)))
            # A statement in several steps may have defined a name before it failed.
            at_once = isinstance(statement, _AT_ONCE)
            defined.append((at_once, list(_names(statement))))
    tree.body = body
    vars(module)[_HELPER] = _Helper(filename, vars(module), defined)
    return compile(ast.fix_missing_locations(tree), filename, "exec", dont_inherit=True)


class _Helper:
    """What the handlers of a file's statements call with the number of their statement."""

    imports = NOT_THERE
    uses = MissingLibraryError

    def __init__(self, filename: str, bound: dict[str, Any], defined: list[_Defined]) -> None:
        self._filename = filename
        self._bound = bound
        self._defined = defined

    def __call__(self, number: int) -> None:
        """Put stand-ins in place of what the statement would have defined, or raise again."""
        error = sys.exception()
        assert error is not None  # only handlers call this
        if type(error) is not MissingLibraryError and not may_go_on(error, self._filename):
            raise error
        at_once, names = self._defined[number]
        for name, imported in names:
            if at_once or name not in self._bound:
                library = imported or str(getattr(error, "name", ""))
                self._bound[name] = StandIn(library, imported=bool(imported))


def _one_by_one(statement: ast.stmt) -> list[ast.stmt]:
    """Return `import a, b` as two statements, because only one of them may be missing."""
    if not isinstance(statement, ast.Import):
        return [statement]
    return [ast.copy_location(ast.Import([each]), statement) for each in statement.names]


def _guarded(statement: ast.stmt, number: int) -> ast.stmt:
    """Return `try: STATEMENT`, which on a missing library calls the helper."""
    is_import = isinstance(statement, ast.Import | ast.ImportFrom)
    guard = ast.parse(
        f"try: pass\nexcept {_HELPER}.{'imports' if is_import else 'uses'}: {_HELPER}({number})"
    ).body[0]
    assert isinstance(guard, ast.Try)
    for node in ast.walk(guard):
        ast.copy_location(node, statement)
    guard.body = [statement]
    return guard


def _names(statement: ast.stmt) -> Iterator[tuple[str, str]]:
    """Yield the names that a statement defines, and for an import the library of each, else ""."""
    match statement:
        case ast.Import(aliases):
            for alias in aliases:
                yield alias.asname or alias.name.partition(".")[0], alias.name.partition(".")[0]
        case ast.ImportFrom(module, aliases, level):
            library = (module or "").partition(".")[0] or ("." * level)
            yield from ((each.asname or each.name, library) for each in aliases)
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield statement.name, ""
        case _:
            for node in ast.walk(statement):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    yield node.id, ""


def _codes(trace: TracebackType | None) -> Iterator[CodeType]:
    while trace is not None:
        yield trace.tb_frame.f_code
        trace = trace.tb_next
