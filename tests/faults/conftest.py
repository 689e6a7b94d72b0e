"""Real servers that are treated badly."""

from tests.website.conftest import pages, postgres, postgres_server  # noqa: F401  # fixtures
