"""OpenSpiel brings absl, whose log goes to what was the standard error stream when it was imported: here pytest's own
file, which absl closes when Django sets up its logging. Let it have the real one, which it leaves open."""

import sys

from absl import logging

logging.get_absl_handler().python_handler.stream = sys.__stderr__
