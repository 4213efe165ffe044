from .embeddings import Everything

TiedLMHead = Everything.head
