-- The next games to be counted, if enough of them wait.
-- KEYS  1 generations of the record (hash)
-- ARGV  1 generation, or '' for the current one   2 start of the explorer's names   3 how many games at most
--       4 the time, ms since 1970; '': give what waits, due or not   5 how many waiting games are due together
--       6 factor: they are due, too, once factor * waiting games >= counted games   7 ms after which any game is due
-- Gives the generation, its edition, and of each game: its id, the strengths to count it with, those that it is counted
-- with or '', its facts.
local generation = ARGV[1] ~= '' and ARGV[1] or redis.call('HGET', KEYS[1], 'current') or '0'
local function key(name) return KEYS[1] .. ':' .. generation .. ':' .. ARGV[2] .. name end
local edition, counted_ms = unpack(redis.call('HMGET', key('progress'), 'edition', 'ms'))
local waiting = redis.call('HLEN', key('waiting'))
if waiting == 0 then return { generation, edition or '0', {} } end
if ARGV[4] ~= '' and waiting < tonumber(ARGV[5])
  and waiting * tonumber(ARGV[6]) < redis.call('HLEN', key('counted'))
  and tonumber(ARGV[4]) - tonumber(counted_ms or '0') < tonumber(ARGV[7]) then
  return { generation, edition or '0', {} }
end
local games, found = redis.call('HRANDFIELD', key('waiting'), ARGV[3], 'WITHVALUES'), {}
for i = 1, #games, 2 do
  local game = games[i]
  found[#found + 1] = {
    game, games[i + 1], redis.call('HGET', key('counted'), game) or '', redis.call('HGET', key('facts'), game) or ''
  }
end
return { generation, edition or '0', found }
