"""Right work in a file that also defines pytest hooks, fixtures, plugins and a test of its own.

kind: talks_to_pytest
outcome: passed
where: embeddings.py
score: ==100
"""

import os

os.environ["PYTEST_ADDOPTS"] = "-k nothing_at_all"
os.environ["PYTEST_PLUGINS"] = "embeddings"
pytest_plugins = ["embeddings"]


def pytest_collection_modifyitems(session, config, items):
    items.clear()


def pytest_runtest_makereport(item, call):
    raise RuntimeError("a hook of the student ran")


def pytest_sessionfinish(session, exitstatus):
    os._exit(0)


def test_mine():
    assert False, "a test of the student was collected"
