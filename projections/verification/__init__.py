"""Verifying an exported log: encoding, chain, deal, every intention, score and end, without trusting who wrote it.

>>> verify([b"nonsense"]).fault.detail
'not JSON'
"""

from projections.verification.log import verify
from projections.verification.origin import verify_origin
from projections.verification.verdict import Fault, UnknownRuleset, Verdict

__all__ = ["Fault", "UnknownRuleset", "Verdict", "verify", "verify_origin"]
