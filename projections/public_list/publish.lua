-- Add the leaf of a finished game to the end of the list, once: a game that is there keeps its place.
-- KEYS  1 positions (hash: game -> position)
-- ARGV  1 game   2 the leaf, after its length (2 bytes)   3 the hash of the leaf (32 bytes)
-- All keys share the tag of KEYS[1]. Returns the position of the game, from 0.
local base = string.match(KEYS[1], '^(.*):positions$')
local known = redis.call('HGET', KEYS[1], ARGV[1])
if known then return tonumber(known) end
local position = tonumber(redis.call('GET', base .. ':size') or '0')
local tile = math.floor(position / 256)
redis.call('HSET', KEYS[1], ARGV[1], position)
redis.call('APPEND', base .. ':entries:' .. tile, ARGV[2])
redis.call('APPEND', base .. ':tile:0:' .. tile, ARGV[3])
redis.call('SET', base .. ':size', position + 1)
return position
