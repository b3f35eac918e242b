-- The due inboxes, and the order in which they are taken: the players in turn, of each the game that has been due longest.
-- KEYS  1 players who have something due, by the time of their turn (sorted set), and the beginning of:
--         <1>:<player>   games of a player by the time at which they are due (sorted set)
-- ARGV  1 what to do, then what its function says below. All times are ms since 1970.
local players = KEYS[1]

local function games_of(player) return players .. ':' .. player end

-- Give a player the next turn: when the first game is due, but not before a time, or none without games.
local function queue(player, not_before)
  local first = redis.call('ZRANGE', games_of(player), 0, 0, 'WITHSCORES')[2]
  if first then
    redis.call('ZADD', players, string.format('%.17g', math.max(tonumber(first), not_before)), player)
  else
    redis.call('ZREM', players, player)
  end
end

-- player, now, then games. Who waits for a turn already keeps it.
local function mark(player, now, ...)
  for _, game in ipairs({ ... }) do redis.call('ZADD', games_of(player), now, game) end
  redis.call('ZADD', players, 'LT', now, player)
  return 1
end

-- now, until when they are taken, how many at most. Gives player, game, player, game, …: one
-- game of each player. A player who was served goes behind all who have waited until now.
local function take(now, till, most)
  local taken = {}
  for _, player in ipairs(redis.call('ZRANGEBYSCORE', players, '-inf', now, 'LIMIT', 0, most)) do
    local game = redis.call('ZRANGEBYSCORE', games_of(player), '-inf', now, 'LIMIT', 0, 1)[1]
    if game then
      redis.call('ZADD', games_of(player), till, game)
      taken[#taken + 1] = player
      taken[#taken + 1] = game
    end
    queue(player, tonumber(now))
  end
  return taken
end

-- player, game, until when it was taken, when it is due again or nothing. Nothing changes if it was marked meanwhile.
local function settle(player, game, taken, again)
  local due = redis.call('ZSCORE', games_of(player), game)
  if not due or tonumber(due) ~= tonumber(taken) then return 0 end
  local turn = tonumber(redis.call('ZSCORE', players, player) or 0)
  if again == '' then
    redis.call('ZREM', games_of(player), game)
  else
    redis.call('ZADD', games_of(player), again, game)
    turn = math.min(turn, tonumber(again))
  end
  queue(player, turn)
  return 1
end

local functions = { mark = mark, take = take, settle = settle }
return functions[ARGV[1]](unpack(ARGV, 2))
