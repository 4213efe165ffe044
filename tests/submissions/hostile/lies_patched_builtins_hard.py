"""It replaces len, print, float, list, sum and isinstance so that nothing else in the process can work.

kind: lies_about_equality
outcome: failed|raised|protocol|exited|crashed|import_error|timeout
where: embeddings.py
score: <=65
"""

import builtins

builtins.len = lambda item: 0
builtins.float = lambda item=0: 0.0
builtins.list = lambda item=(): []
builtins.sum = lambda items, start=0: start
builtins.isinstance = lambda item, kind: True
builtins.print = lambda *args, **kwargs: None
builtins.bytes = lambda *args: b""
builtins.memoryview = lambda item: b""
