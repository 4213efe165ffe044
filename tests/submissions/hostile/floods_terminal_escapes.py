"""Its error message clears the screen, sets a link, the title and the clipboard, and moves the cursor over earlier lines.

kind: floods
outcome: raised
where: TokenEmbedding
score: <=96
"""

_TEXT = (
    "\x1b[2J\x1b[H\x1b[31mred\x1b[0m \x1b]8;;http://127.0.0.1:47999/\x1b\\link\x1b]8;;\x1b\\ "
    "\x1b]52;c;aG9zdGlsZQ==\x07 \x1b]0;title\x07 \x9b5A\x9d0;title\x9c \x1bc\x1b(0 \x1bP1$r\x1b\\ "
    "100 passed\r\x08\x08\x7f\x0b\x0c\x05\x0e\x0f"
)


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        print(_TEXT)
        raise ValueError(_TEXT)
