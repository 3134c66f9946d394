-- Another script at a fixed rate over all connections: its name is the first argument, the requests a second
-- are the second. A request is put off to the next moment that is free, moments gone by first; what an answer took
-- is counted from when its request was sent.
local ffi = require("ffi")
ffi.cdef [[
  typedef struct { long seconds; long nanoseconds; } moment;
  int clock_gettime(int clock, moment *now);
]]
local MONOTONIC = 1
local here = debug.getinfo(1, "S").source:match("@(.*/)")
local moment = ffi.new("moment")
local intervalMs, freeAtMs

local function nowMs()
  ffi.C.clock_gettime(MONOTONIC, moment)
  return tonumber(moment.seconds) * 1e3 + tonumber(moment.nanoseconds) / 1e6
end

function init(args)
  local script = table.remove(args, 1)
  intervalMs = 1e3 / tonumber(table.remove(args, 1))
  freeAtMs = nowMs()
  dofile(here .. script)
  init(args)
end

-- Only tells wrk that there will be one: the other script's takes its place.
function request() end

function delay()
  freeAtMs = freeAtMs + intervalMs
  return math.max(0, math.floor(freeAtMs - nowMs()))
end

dofile(here .. "spread.lua")
dofile(here .. "done.lua")
