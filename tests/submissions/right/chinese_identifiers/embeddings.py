"""Every name that may be chosen freely is Chinese, comments and messages too."""

import torch
from torch import nn


class 超长错误(ValueError):
    """序列比上下文长。"""


class TokenEmbedding(nn.Module):
    def __init__(self, 词表大小, 维度):
        super().__init__()
        self.词向量 = nn.Embedding(词表大小, 维度)
        nn.init.normal_(self.词向量.weight, std=0.02)

    def forward(self, 编号):
        return self.词向量(编号)


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, 最大长度, 维度):
        super().__init__()
        self.最大长度 = 最大长度
        self.位置向量 = nn.Embedding(最大长度, 维度)

    def forward(self, 长度):
        if 长度 > self.最大长度:
            raise 超长错误(f"长度 {长度} 超过最大长度 {self.最大长度}")
        return self.位置向量(torch.arange(长度))


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, 最大长度, 维度):
        super().__init__()
        self.最大长度 = 最大长度
        位置 = torch.arange(最大长度, dtype=torch.float64).unsqueeze(1)
        频率 = 10000.0 ** (-torch.arange(0, 维度, 2, dtype=torch.float64) / 维度)
        角度 = 位置 * 频率
        # 偶数列是正弦，奇数列是余弦
        self.register_buffer("表", torch.stack([角度.sin(), 角度.cos()], dim=-1).flatten(1).float())

    def forward(self, 长度):
        if 长度 > self.最大长度:
            raise 超长错误(f"长度 {长度} 超过最大长度 {self.最大长度}")
        return self.表[:长度]


class EmbeddingComposer(nn.Module):
    def __init__(self, 词嵌入, 位置嵌入):
        super().__init__()
        self.词嵌入 = 词嵌入
        self.位置嵌入 = 位置嵌入

    def forward(self, 编号):
        return self.词嵌入(编号) + self.位置嵌入(编号.shape[1])
