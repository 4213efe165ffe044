"""Grade a class, that is many submissions, into a folder of results that can be continued."""
