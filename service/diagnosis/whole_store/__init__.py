"""Whether a whole store is sound: every log, every account and token, and what leads from one to another.

It only reads. A store may be in use meanwhile: what does not agree is looked at again, as it may be moving on.
"""
