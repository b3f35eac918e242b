-- Append the entries of a game, all or none.
-- KEYS  1 stream of the game   2 feed of the partition   3 idempotency entries of the game (hash)
--       4 version of the entry at fault; there is none as long as the log is sound
-- ARGV  1 expected version   2 field of the idempotency entry   3 digest of the body   4 game id
--       5 wake-up channel   6 head: the hash of the last entry   7 cause: on whose behalf, for the log of the projector
--       8.. for each entry: name, seat, group, actor, ms, data, salt, hash
-- The pointer in the feed names game, version, the actor of the first entry and the cause.
-- Returns {'known', idempotency entry} | {'conflict', version} | {'damaged', version of the entry at fault} | {'appended', version, both numbers of the pointer's id in the feed}.
-- The entry ids alone would refuse a stale version but accept a gap, so the length is checked. A server that lost its last
-- second may have reached the same version with other entries, so the hash is checked, too.
local function field(entry, name)
  for i = 1, #entry[2], 2 do
    if entry[2][i] == name then return entry[2][i + 1] end
  end
end

local known = redis.call('HGET', KEYS[3], ARGV[2])
if known then return {'known', known} end
local version = redis.call('XLEN', KEYS[1])
local damage = redis.call('GET', KEYS[4])
if damage then return {'damaged', damage} end
if version ~= tonumber(ARGV[1]) then return {'conflict', version} end
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if last and field(last, 'hash') ~= ARGV[6] then return {'conflict', version} end

local first = version + 1
for i = 8, #ARGV, 8 do
  version = version + 1
  redis.call('XADD', KEYS[1], version .. '-0', 'name', ARGV[i], 'seat', ARGV[i + 1], 'group', ARGV[i + 2],
    'actor', ARGV[i + 3], 'ms', ARGV[i + 4], 'data', ARGV[i + 5], 'salt', ARGV[i + 6], 'hash', ARGV[i + 7])
end
redis.call('HSET', KEYS[3], ARGV[2], first .. ' ' .. version .. ' ' .. ARGV[3])
local pointer = redis.call('XADD', KEYS[2], '*', 'game', ARGV[4], 'version', version, 'actor', ARGV[11],
  'cause', ARGV[7])
redis.call('PUBLISH', ARGV[5], ARGV[4] .. ' ' .. version)
local ms, number = string.match(pointer, '(%d+)-(%d+)')
return {'appended', version, tonumber(ms), tonumber(number)}
