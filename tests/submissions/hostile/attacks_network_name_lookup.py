"""Right work that first looks up a local name and fetches a local page, both of which are refused.

kind: attacks_machine
outcome: passed
where: wavelengths
score: ==100
"""

import socket
import urllib.request

_right_wavelengths = wavelengths


def wavelengths(d_model, base=10000.0):
    for attempt in (
        lambda: socket.getaddrinfo("localhost", 47999),
        lambda: urllib.request.urlopen("http://127.0.0.1:47999/", timeout=0.2),
        lambda: torch.hub.load_state_dict_from_url("http://127.0.0.1:47999/a.pt"),
    ):
        try:
            attempt()
        except Exception:
            continue
    return _right_wavelengths(d_model, base)
