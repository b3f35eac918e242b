"""Signed receipts and a public list that only grows, in the formats of C2SP: pure functions, without store or network.

`notes` signs and checks texts, `tree` and `tiles` are the Merkle tree of RFC 6962, `checkpoint`, `receipt`, `leaf` and
`proof` are what is signed and listed, `policy` says which signatures are enough, and `witness` what a witness is sent.
"""
