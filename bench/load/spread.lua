-- Gives each thread of wrk a server of its own, where WRK_PORTS names several, and a number.
local ports = {}
for port in (os.getenv("WRK_PORTS") or ""):gmatch("%d+") do
  ports[#ports + 1] = port
end
local threads = 0

function setup(thread)
  thread:set("threadNumber", threads)
  if #ports > 0 then
    thread.addr = wrk.lookup("127.0.0.1", ports[threads % #ports + 1])[1]
  end
  threads = threads + 1
end
