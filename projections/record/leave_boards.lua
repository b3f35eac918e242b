-- Take a player off the leaderboards of each generation that is kept up. `add.lua` and `rate.lua` enter the player no more.
-- KEYS  1 generations (hash)
-- ARGV  1 player
redis.call('SADD', KEYS[1] .. ':gone', ARGV[1])
local building = redis.call('HGET', KEYS[1], 'building')
for _, generation in ipairs({ redis.call('HGET', KEYS[1], 'current') or '0', building or nil }) do
  local start = KEYS[1] .. ':' .. generation .. ':'
  for _, board in ipairs(redis.call('ZRANGE', start .. 'boards', 0, -1)) do
    redis.call('ZREM', start .. 'board:' .. board, ARGV[1])
  end
end
