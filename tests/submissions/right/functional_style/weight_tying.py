from .embeddings import Module


def TiedLMHead(token_embedding):
    return Module(lambda hidden: hidden @ token_embedding.matrix().T)
