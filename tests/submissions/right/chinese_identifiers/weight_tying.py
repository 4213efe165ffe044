from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, 词嵌入):
        super().__init__()
        self.投影 = nn.Linear(词嵌入.词向量.embedding_dim, 词嵌入.词向量.num_embeddings, bias=False)
        self.投影.weight = 词嵌入.词向量.weight

    def forward(self, 隐藏状态):
        return self.投影(隐藏状态)
