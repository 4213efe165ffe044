"""A right file that configures logging for debugging on the standard streams.

kind: poisons_state
outcome: passed
where: weight_tying.py
score: ==100
"""

import logging
import sys

_RightHead = TiedLMHead
logging.basicConfig(level=logging.DEBUG, stream=sys.stdout, force=True)
logging.captureWarnings(True)


class TiedLMHead(_RightHead):
    def forward(self, hidden):
        logging.getLogger(__name__).debug("hidden has shape %s", tuple(hidden.shape))
        return super().forward(hidden)
