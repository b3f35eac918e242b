"""The audit of an exported log: encoding, chain, deal, every intention, score and end. It trusts nothing it reads.

>>> verify([b"nonsense"]).fault.detail
'not JSON'
"""

from projections.audit.follow import verify, verify_stored
from projections.audit.origin import verify_origin
from projections.audit.verdict import Fault, UnknownRuleset, Verdict

__all__ = ["Fault", "UnknownRuleset", "Verdict", "verify", "verify_origin", "verify_stored"]
