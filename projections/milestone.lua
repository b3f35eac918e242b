-- Store a milestone of a game, unless the log holds another entry at its version: then the server lost its last second.
-- Of an archived game, whose stream is cut, none is stored.
-- KEYS  1 milestones (hash: version to state)   2 stream of the game
-- ARGV  1 version   2 hash of the entry at this version   3 milestone
-- Returns 1 if it was stored.
local entry = redis.call('XRANGE', KEYS[2], ARGV[1] .. '-0', ARGV[1] .. '-0')[1]
if not entry or redis.call('XLEN', KEYS[2]) < tonumber(ARGV[1]) then return 0 end
for i = 1, #entry[2], 2 do
  if entry[2][i] == 'hash' and entry[2][i + 1] == ARGV[2] then
    redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
    return 1
  end
end
return 0
