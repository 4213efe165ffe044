"""What each platform's bulk download of a class looks like, as paths and contents."""

from __future__ import annotations

from tests.intake.intake_kit import ALL, DIAG, EMB, OTHER, TIED, notebook, tarred, zipped

RECEIPT = (
    "Name: {name} ({user})\nAssignment: HW 1\nDate Submitted: Friday, October 10, 2025 10:22:11 AM"
    " CEST\n\nSubmission Field:\nThere is no student submission text data for this assignment.\n"
)

CANVAS = {
    "limaana_101_5001_embeddings.py": EMB,
    "limaana_101_5002_diagnostics.py": DIAG,
    "okoroben_LATE_102_5003_hw.zip": zipped({"hw/" + n: c for n, c in ALL.items()}),
    "ciceroélodie_103_5004_embeddings.py": EMB,
    "ciceroélodie_103_5009_embeddings-1.py": OTHER,
    "ciceroélodie_103_5010_embeddings-2.py": TIED,
    "大文_104_5005_homework-2.py": EMB,
    "doedan_105_text.html": b"<p>my answer</p>",
    "o_brien_jr_106_5006_3_embeddings.py": EMB,
    "o_brien_jr_106_5007_embeddings-10.py": OTHER,
    "group7_LATE_107_5008_embeddings-1.ipynb": notebook(EMB.decode()),
    "linkeva_LATE_108_link.html": b"<a>",
}
MOODLE = {
    "Ana Lima_501_assignsubmission_file_/embeddings.py": EMB,
    "Ana Lima_501_assignsubmission_file_/diagnostics.py": DIAG,
    "Ana Lima_501_assignsubmission_onlinetext_/onlinetext.html": b"<p>hi</p>",
    "Ben O'Koro, Jr._502_assignsubmission_file/hw/embeddings.py": EMB,
    "Élodie “Lo” Cicero_503_assignsubmission_file_/embeddings (1).py": EMB,
    "王小明_504_assignsubmission_file_/code.zip": zipped(ALL),
    "Dan Doe 😀_505_assignsubmission_onlinetext_/onlinetext.html": b"<p>no file</p>",
    "נועה לוי_506_assignsubmission_file_/embeddings.py": EMB,
    "Ana Lima_507_assignsubmission_file_/embeddings.py": OTHER,
}
MOODLE_FLAT = {
    "Ana Lima_501_assignsubmission_file_embeddings.py": EMB,
    "Ana Lima_501_assignsubmission_file_diagnostics.py": DIAG,
    "Ana Lima_501_assignsubmission_onlinetext_onlinetext.html": b"<p>hi</p>",
    "Participant_502_assignsubmission_file_hw.zip": zipped(ALL),
}
GRADESCOPE_YAML = """---
submission_11:
  :submitters:
  - :name: Ana Lima
    :sid: 00123
    :email: ana@example.com
  - :name: "Ben O'Koro, Jr."
    :sid: '0124'
    :email: ben@example.com
  :created_at: 2025-10-10 10:22:11.123 Z
  :score: 3.0
  :results: !ruby/hash:ActiveSupport::HashWithIndifferentAccess
    output: no
submission_12:
  :submitters:
  - :name: 王小明
    :sid:
    :email: wang@example.com
  :created_at: 2025-10-11 09:00:00 Z
  :history:
  - :id: 7
    :created_at: 2025-10-09 09:00:00 Z
  - :id: 8
    :created_at: 2025-10-10 09:00:00 Z
submission_13:
  :submitters:
  - :name: Dan Doe
    :sid: '125'
    :email: dan@example.com
"""
GRADESCOPE = {
    "assignment_9_export/submission_metadata.yml": GRADESCOPE_YAML.encode(),
    "assignment_9_export/submission_11/embeddings.py": EMB,
    "assignment_9_export/submission_12/student/embeddings.py": EMB,
}
HEAD = "HW_1 (résumé)"
BLACKBOARD = {
    f"{HEAD}_alima_attempt_2025-10-10-10-22-11.txt": RECEIPT.format(
        name="Ana Lima", user="alima"
    ).encode(),
    f"{HEAD}_alima_attempt_2025-10-10-10-22-11_embeddings.py": EMB,
    f"{HEAD}_alima_attempt_2025-10-10-10-22-11_diagnostics.py": DIAG,
    f"{HEAD}_alima_attempt_2025-10-09-23-00-00.txt": RECEIPT.format(
        name="Ana Lima", user="alima"
    ).encode(),
    f"{HEAD}_alima_attempt_2025-10-09-23-00-00_embeddings.py": OTHER,
    f"{HEAD}_ben_okoro_attempt_2025-10-10-08-00-00.txt": RECEIPT.format(
        name="Ben (Benny) Okoro", user="ben_okoro"
    ).encode(),
    f"{HEAD}_ben_okoro_attempt_2025-10-10-08-00-00_hw_attempt_2.zip": zipped(ALL),
    f"{HEAD}_dan.doe_attempt_2025-10-10-08-00-01.txt": RECEIPT.format(
        name="Dan Doe", user="dan.doe"
    ).encode(),
}
BRIGHTSPACE = {
    "index.html": b"<html>",
    "3001-77 - Ana Lima - Oct 9, 2025 1159 PM/embeddings.py": OTHER,
    "3001-77 - Ana Lima - Oct 10, 2025 1022 AM/embeddings.py": EMB,
    "3002-77 - Ben O'Koro - Jr - Sept 30, 2025 1210 AM/hw.zip": zipped(ALL),
    "3003-77 - 王小明 - Oct 10, 2025 1322/embeddings.py": EMB,
}
GITHUB = {
    "cs-p-hello-ana-lima/.git/HEAD": b"ref: x",
    "cs-p-hello-ana-lima/.git/embeddings.py": OTHER,
    "cs-p-hello-ana-lima/student/embeddings.py": EMB,
    "cs-p-hello-BenOkoro/.git/HEAD": b"ref: x",
    "cs-p-hello-BenOkoro/embeddings.py": EMB,
    "cs-p-hello-dan/.git/HEAD": b"ref: x",
    "scores.csv": b"username,score\n",
}
CLASSROOM50 = {
    "cs-p-hello-ana-lima/.classroom50.yaml": b"classroom: cs-p\nassignment: hello\n",
    "cs-p-hello-ana-lima/student/embeddings.py": EMB,
    "cs-p-hello-ana-li/.classroom50.yaml": b"classroom: 'cs-p'\nassignment: \"hello\"\n",
    "cs-p-hello-ana-li/embeddings.py": EMB,
}
PLAIN = {
    "ana/embeddings.py": EMB,
    "ben/hw1/embeddings.py": EMB,
    "ben/notes.md": b"hi",
    "Cléo.py": EMB,
    "dan.zip": zipped(ALL),
    "eva.tar.gz": tarred(ALL),
    "fay.ipynb": notebook(EMB.decode()),
    "gus.rar": b"Rar!\x1a\x07",
    "hal/report.docx": b"PK",
    "README.md": b"instructor's",
    "roster.csv": b"a,b",
    "__MACOSX/ana/._embeddings.py": b"x",
}

SHAPES = {
    "canvas": (CANVAS, ["101", "102", "103", "104", "105", "106", "107", "108"]),
    "moodle": (MOODLE, ["501", "502", "503", "504", "505", "506", "507"]),
    "gradescope": (GRADESCOPE, ["00123+0124", "125", "wang@example.com"]),
    "blackboard": (BLACKBOARD, ["alima", "ben_okoro", "dan.doe"]),
    "brightspace": (BRIGHTSPACE, ["3001", "3002", "3003"]),
    "github": (GITHUB, ["BenOkoro", "ana-lima", "dan"]),
    "plain": (PLAIN, ["Cléo", "ana", "ben", "dan", "eva", "fay", "gus", "hal"]),
}
