-- Questions about random graphs of 16 nodes for wrk, each connection pausing between two of them:
-- wrk has no rate, but C connections that wait for P ms ask at most 1000 C / P times a second.
-- Use: DEAR_PAUSE=100 wrk -t1 -c21 -d60s --latency -s web/load/solve.lua http://127.0.0.1:8080/api/solve
local pause = tonumber(os.getenv("DEAR_PAUSE") or "100")
local seed = 0

function delay()
  return pause
end

function request()
  seed = seed + 1
  local body = string.format('{"algorithm":"bellman_ford","sample":{"nodes":16,"seed":%d}}', seed)
  return wrk.format("POST", nil, { ["Content-Type"] = "application/json" }, body)
end

counts = {}

function response(status)
  counts[status] = (counts[status] or 0) + 1
end

local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function done()
  for _, thread in ipairs(threads) do
    local found = thread:get("counts")
    for status, count in pairs(found) do
      print(string.format("  status %d: %d", status, count))
    end
  end
end
