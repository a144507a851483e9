-- Transfers for wrk, each with a path of its own. What it asks comes from the environment: see wrk_load.ts.
local function list(text)
  local items = {}
  for item in string.gmatch(text, '[^,]+') do items[#items + 1] = item end
  return items
end

local realm, run = os.getenv('REALM'), os.getenv('RUN')
local sources, targets = list(os.getenv('SOURCES')), list(os.getenv('TARGETS'))
local sent = 0

wrk.method = 'POST'
wrk.path = '/api/v1/transfer'
wrk.headers['authorization'] = os.getenv('AUTHORIZATION')
wrk.headers['content-type'] = 'application/json'

function init()
  math.randomseed(tonumber(os.getenv('SEED')))
end

function request()
  sent = sent + 1
  local from, to = math.random(#sources), math.random(#targets)
  if sources[from] == targets[to] then to = to % #targets + 1 end
  return wrk.format(nil, nil, nil, string.format(
    '{"realmId":"%s","path":"/op/bench/%s/%d","sourceObjectPath":"%s","targetObjectPath":"%s","amount":"1.00"}',
    realm, run, sent, sources[from], targets[to]
  ))
end

function done(summary, latency)
  local errors = summary.errors
  local refused = errors.status + errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format(
    '{"answered":%d,"micros":%d,"p50Micros":%d,"p99Micros":%d,"refused":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), refused
  ))
end
