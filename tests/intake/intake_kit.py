"""Build real folders and archives for the tests of intake."""

from __future__ import annotations

import io
import json
import os
import tarfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from grader.places import HEAD, remark
from grader.submission import Submission

Content = bytes | str
Files = Mapping[str, Content] | Sequence[tuple[str, Content]]

EMB = b"class TokenEmbedding:\n    pass\n"
OTHER = EMB + b"# another\n"
DIAG = b"def wavelengths(d_model, base=10000.0):\n    return []\n"
TIED = b"class TiedLMHead:\n    pass\n"
ALL = {"embeddings.py": EMB, "diagnostics.py": DIAG, "weight_tying.py": TIED}


def pairs(files: Files) -> list[tuple[str, bytes]]:
    items = files.items() if isinstance(files, Mapping) else files
    return [(n, c.encode() if isinstance(c, str) else c) for n, c in items]


def zipped(files: Files, *, mode: int = 0, flags: int = 0) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in pairs(files):
            info = zipfile.ZipInfo(name)
            info.filename = name  # because ZipInfo() may clean the name it is given
            info.compress_type = zipfile.ZIP_DEFLATED
            if mode:
                info.create_system, info.external_attr = 3, mode << 16
            archive.writestr(info, content)
    data = bytearray(buffer.getvalue())
    if flags:
        for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
            at = data.find(signature)
            while at >= 0:
                data[at + offset] |= flags
                at = data.find(signature, at + 4)
    return bytes(data)


def tarred(files: Files, *, gz: bool = True, kind: bytes = tarfile.REGTYPE) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz" if gz else "w") as archive:
        for name, content in pairs(files):
            info = tarfile.TarInfo(name)
            info.type, info.size = kind, len(content) if kind == tarfile.REGTYPE else 0
            info.linkname = "/etc/passwd" if kind == tarfile.SYMTYPE else ""
            archive.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


def notebook(*cells: str, kind: str = "code") -> bytes:
    body = [{"cell_type": kind, "source": cell.splitlines(keepends=True)} for cell in cells]
    return json.dumps({"cells": body, "nbformat": 4}).encode()


def from_cell(number: int, source: bytes) -> bytes:
    """Return the source that is made of one statement at the top of a cell."""
    return f"{HEAD}\n{remark(number, 1)}\n".encode() + source


def folder(root: Path, files: Files) -> Path:
    root.mkdir(parents=True, exist_ok=True)
    for name, content in pairs(files):
        path = root / name
        if name.endswith("/"):
            path.mkdir(parents=True, exist_ok=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return root


def raw_file(root: Path, name: bytes, content: bytes) -> Path:
    root.mkdir(parents=True, exist_ok=True)
    with open(os.fsencode(root) + b"/" + name, "wb") as stream:
        stream.write(content)
    return root


def put(root: Path, name: str, content: bytes) -> Path:
    path = root / name
    path.write_bytes(content)
    return path


def said(submission: Submission) -> str:
    return "\n".join(submission.notices)
