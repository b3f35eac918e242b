"""Errors of the service: the table of their codes, and the form in which clients get them."""

from service.problems.document import PROBLEM_MEDIA_TYPE, problem_document, problem_type
from service.problems.kind import ProblemKind
from service.problems.table import PROBLEMS

__all__ = ["PROBLEMS", "PROBLEM_MEDIA_TYPE", "ProblemKind", "problem_document", "problem_type"]
