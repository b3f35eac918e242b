"""Why a signed text or a proof does not hold."""


class Rejected(ValueError):
    """A text is not what it claims to be. `code`: which check it failed, one of CODES."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


CODES = {
    "malformed_note": "The text is not a signed note.",
    "malformed_key": "The text is not a verifier key.",
    "malformed_checkpoint": "The note is not a checkpoint of a list.",
    "malformed_receipt": "The note is not a receipt.",
    "malformed_leaf": "The text is not a leaf of the list of finished games.",
    "malformed_proof": "The text is not a proof that a list has a leaf.",
    "malformed_policy": "The text is not a policy.",
    "malformed_tile": "The address or the content is not a tile of the list.",
    "malformed_request": "The text is not a request to a witness.",
    "unknown_key": "None of the keys that you trust has signed the note.",
    "wrong_signature": "A signature is not one of the text by the key that it names.",
    "wrong_origin": "The note was signed for another service or list.",
    "wrong_proof": "The hashes do not lead from the leaf to the root of the checkpoint.",
    "inconsistent": "The newer list does not begin with the older one.",
    "too_few_witnesses": "Fewer witnesses have signed the checkpoint than the policy asks for.",
}
"""What each code means."""
