"""Write the generated parts of docs/platforms.md again, and mark the translations as current.

Run `python -m tests.scripts.write_docs` after you have translated a change of exercises.md, not
instead.
"""

from __future__ import annotations

from tests.documents import PLATFORMS, TRANSLATIONS, generated, marked, named, read

if __name__ == "__main__":
    wanted = {path: marked(path) for path in TRANSLATIONS}
    wanted[PLATFORMS] = generated(read(PLATFORMS))
    for path, text in wanted.items():
        if text != read(path):
            path.write_text(text, encoding="utf-8")
            print(f"{named(path)}: written")
