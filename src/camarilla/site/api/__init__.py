"""The JSON API: everything that can be done on the pages of a table, for programs."""

PREFIX = "/api/"
ROOT = f"{PREFIX}v1/"  # the major version: what programs rely on changes only with it
