"""Import what every worker needs, in the server or in a spawned worker, and keep what went wrong.

An exception here would end the server, and its words would be lost with it.
"""

import traceback

problem = ""
try:
    from . import preload  # noqa: F401 (imported for what it does)
except Exception as error:  # noqa: BLE001 (an import of torch may raise anything)
    problem = "".join(traceback.format_exception_only(error)).strip()
