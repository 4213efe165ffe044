import math

import torch


def count_parameters(模块):
    return sum(参数.numel() for 参数 in 模块.parameters() if 参数.requires_grad)


def neighbour_cosine_curve(表, 最大间隔=8):
    表 = 表.detach()
    return [torch.cosine_similarity(表[:-间隔], 表[间隔:], dim=1).mean().item() for 间隔 in range(1, 最大间隔 + 1)]


def wavelengths(维度, 底数=10000.0):
    波长 = []
    for 第几对 in range(维度 // 2):
        波长.append(2 * math.pi * 底数 ** (2 * 第几对 / 维度))
    return 波长
