"""The door for agents: the Model Context Protocol over the same rules, limits and schemas as the rest of the API.

`messages` reads and writes the envelope, `methods` answers each method, `tools` says what an agent can do and `calls`
does it, `library` holds what an agent can read.
"""
