import { ACCOUNTS, type Bench } from '../bench.ts'
import { cpuSeconds, familyOf, mainThreadSeconds } from '../cpu_time.ts'
import { SECONDS } from '../flags.ts'
import { transferLoad } from '../http_load.ts'
import { budget, print, spread } from '../report.ts'
import { inRounds, ratios } from '../rounds.ts'
import type { ServiceClient } from '../service_client.ts'
import { ServiceProcesses } from '../service_processes.ts'

const SERVERS = 2
const IN_FLIGHT = 64
const REALMS = 4

type Server = Pick<ServiceProcesses, 'baseUrl' | 'serverPid'>

/**
 * `SERVERS=2` beside one server on the same cores and the same database, in turn: with all callers
 * in one realm, whose head every posting locks, and with a quarter of them in each of four. The
 * processor time of a transfer compares two designs also on a busy machine.
 */
export async function servers(bench: Bench) {
  const several = await ServiceProcesses.servers(SERVERS)
  try {
    const { client } = bench
    const databasePid = await bench.databasePid()
    const realms: ServiceClient[] = []
    for (let made = 0; made < REALMS; made++) realms.push(await client.inNewRealm(ACCOUNTS))
    const one = { baseUrl: client.baseUrl, serverPid: bench.serverPid }
    const at = (server: Server, clients: ServiceClient[]) => () =>
      measure(server, clients, { databasePid, pick: () => bench.uniformPair() })
    const found = await inRounds({
      one: at(one, [client]),
      several: at(several, [client]),
      oneByRealm: at(one, realms),
      severalByRealm: at(several, realms),
    })
    show(`one server, one realm, ${IN_FLIGHT} connections`, found.one)
    show(`${SERVERS} servers, one realm`, found.several)
    show(`one server, ${REALMS} realms`, found.oneByRealm)
    show(`${SERVERS} servers, ${REALMS} realms`, found.severalByRealm)
    const alone = ratios(rates(found.several), rates(found.one))
    const apart = ratios(rates(found.severalByRealm), rates(found.oneByRealm))
    print(`${SERVERS} servers / one, one realm`, budget(alone, '≥ 1.00'))
    print(`${SERVERS} servers / one, ${REALMS} realms`, budget(apart, '≥ 1.00'))
  } finally {
    several.stop()
  }
}

interface Measured {
  perSecond: number
  /** Processor time of a transfer in microseconds. */
  mainThreads: number
  servers: number
  database: number
}

async function measure(
  { baseUrl, serverPid }: Server,
  clients: readonly ServiceClient[],
  { databasePid, pick }: { databasePid: number; pick: () => [from: string, to: string] }
): Promise<Measured> {
  const processes = familyOf(serverPid)
  const sum = (read: (pid: number) => number) => processes.reduce((all, pid) => all + read(pid), 0)
  const read = () => [sum(mainThreadSeconds), sum(cpuSeconds), cpuSeconds(databasePid)]
  const before = read()
  const load = { connections: IN_FLIGHT / clients.length, seconds: SECONDS, pick }
  const results = await Promise.all(
    clients.map((client) => transferLoad(client.with({ baseUrl }), load))
  )
  const accepted = results.reduce((all, result) => all + result.accepted, 0)
  const [mainThreads, ofServers, database] = read().map(
    (after, index) => ((after - before[index]!) * 1_000_000) / accepted
  )
  const perSecond = results.reduce((all, result) => all + result.perSecond, 0)
  return { perSecond, mainThreads: mainThreads!, servers: ofServers!, database: database! }
}

const rates = (rounds: readonly Measured[]) => rounds.map(({ perSecond }) => perSecond)

function show(what: string, rounds: readonly Measured[]) {
  const of = (name: keyof Measured) => spread(rounds.map((round) => round[name]))
  print(
    what,
    `${of('perSecond')}/s; µs a transfer: main threads ${of('mainThreads')}, servers ${of('servers')}, database ${of('database')}`
  )
}
