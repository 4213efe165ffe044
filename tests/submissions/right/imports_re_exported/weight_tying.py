from .diagnostics import count_parameters as count
from .embeddings import *
from .embeddings import Head as TiedLMHead

if __name__ == "__main__":
    tok = TokenEmbedding(10, 4)
    print(count(tok), count(TiedLMHead(tok)))
