"""Matches as data for learners and statisticians: records as lines of JSON, decisions as rows of Parquet."""
