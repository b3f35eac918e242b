"""What the service signs, and its public keys."""

from service.api.schemas.base import Answer
from service.api.schemas.fields import List, String
from service.api.schemas.validate import Length
from service.signing import MAX_KEYS

MAX_NOTE_CHARACTERS = 4000
RECEIPT = String("The head, signed: a C2SP signed note.", validate=Length(1, MAX_NOTE_CHARACTERS), required=False)


def _verifier_keys() -> List:
    return List(String(validate=Length(1, 400)), "Verifier keys, the current first.", validate=Length(max=MAX_KEYS))


class Keys(Answer):
    push = String("The public key for web push: `applicationServerKey`.", validate=Length(1, 200))
    origin = String("The name of the service in what it signs.", validate=Length(1, 300))
    receipts = _verifier_keys()
    log = _verifier_keys()
