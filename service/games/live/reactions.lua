-- Add a reaction, once for its key, and at most a number of a player in a phase.
-- KEYS  1 reactions of the game (stream)
-- ARGV  1 seat   2 version at which the phase began   3 reaction   4 idempotency key: <player>:<key>   5 most of a player in a phase
--       6 how many are kept   7 seconds to keep them   8 channel   9 game id
-- Returns {'added' | 'known', entry id, seat, reaction} | {'full'}.
-- What is kept always includes all reactions of the phase, so it tells how many there were.
local function fields(entry)
  local found = {}
  for i = 1, #entry[2], 2 do found[entry[2][i]] = entry[2][i + 1] end
  return found
end

local function player(key) return string.match(key, '^[^:]*') end

local count = 0
for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', '+')) do
  local kept = fields(entry)
  if kept['key'] == ARGV[4] then return {'known', entry[1], kept['seat'], kept['reaction']} end
  if player(kept['key']) == player(ARGV[4]) and kept['since'] == ARGV[2] then count = count + 1 end
end
if count >= tonumber(ARGV[5]) then return {'full'} end
local id = redis.call('XADD', KEYS[1], 'MAXLEN', ARGV[6], '*', 'seat', ARGV[1], 'since', ARGV[2], 'reaction', ARGV[3],
  'key', ARGV[4])
redis.call('EXPIRE', KEYS[1], ARGV[7])
redis.call('PUBLISH', ARGV[8], ARGV[9])
return {'added', id, ARGV[1], ARGV[3]}
