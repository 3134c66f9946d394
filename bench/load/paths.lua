-- GET of random paths: those of the file that is the first argument, each with headers of its own behind tabs.
local here = debug.getinfo(1, "S").source:match("@(.*/)")
local headers = dofile(here .. "headers.lua")
local requests = {}

function init(args)
  math.randomseed(os.time() + threadNumber)
  for line in io.lines(args[1]) do
    local path, own = line:match("([^\t]*)\t?(.*)")
    requests[#requests + 1] = wrk.format("GET", path, headers(own))
  end
end

function request()
  return requests[math.random(#requests)]
end

dofile(here .. "spread.lua")
dofile(here .. "done.lua")
