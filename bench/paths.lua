-- GET of random paths: those of the file that is the first argument.
local requests = {}

function init(args)
  math.randomseed(os.time())
  for path in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format("GET", path)
  end
end

function request()
  return requests[math.random(#requests)]
end

dofile(debug.getinfo(1, "S").source:match("@(.*/)") .. "done.lua")
