-- Append an act to the log of all acts, and to those of the game and of the accounts that it concerns, under one id.
-- KEYS: the log of all acts, then the others. ARGV: the act (JSON), its note, which only the others have (perhaps empty),
-- and how many acts about each log keeps: the log of all, the others. Returns the id.
local id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[3], '*', 'act', ARGV[1])
for at = 2, #KEYS do
    redis.call('XADD', KEYS[at], 'MAXLEN', '~', ARGV[4], id, 'act', ARGV[1], 'note', ARGV[2])
end
return id
