import { ACCOUNTS, type Bench } from '../bench.ts'
import { SECONDS } from '../flags.ts'
import { transferLoad } from '../http_load.ts'
import { budget, print, spread } from '../report.ts'
import { inRounds, ratios } from '../rounds.ts'
import type { ServiceClient } from '../service_client.ts'
import { ServiceProcesses } from '../service_processes.ts'

const SERVERS = 2
const IN_FLIGHT = 64
const REALMS = 4

/**
 * `SERVERS=2` beside one server on the same cores and the same database, in turn: with all callers
 * in one realm, whose head every posting locks, and with a quarter of them in each of four.
 */
export async function servers(bench: Bench) {
  const several = await ServiceProcesses.servers(SERVERS)
  try {
    const one = bench.client
    const pick = () => bench.uniformPair()
    const realms: ServiceClient[] = []
    for (let made = 0; made < REALMS; made++) realms.push(await one.inNewRealm(ACCOUNTS))
    const at = (baseUrl: string, clients: readonly ServiceClient[]) => async () => {
      const connections = IN_FLIGHT / clients.length
      const results = await Promise.all(
        clients.map((client) =>
          transferLoad(client.with({ baseUrl }), { connections, seconds: SECONDS, pick })
        )
      )
      return results.reduce((sum, { perSecond }) => sum + perSecond, 0)
    }
    const found = await inRounds({
      one: at(one.baseUrl, [one]),
      several: at(several.baseUrl, [one]),
      oneByRealm: at(one.baseUrl, realms),
      severalByRealm: at(several.baseUrl, realms),
    })
    print(`one server, one realm, ${IN_FLIGHT} connections`, `${spread(found.one)}/s`)
    print(`${SERVERS} servers, one realm`, `${spread(found.several)}/s`)
    print(`one server, ${REALMS} realms`, `${spread(found.oneByRealm)}/s`)
    print(`${SERVERS} servers, ${REALMS} realms`, `${spread(found.severalByRealm)}/s`)
    const alone = ratios(found.several, found.one)
    const apart = ratios(found.severalByRealm, found.oneByRealm)
    print(`${SERVERS} servers / one, one realm`, budget(alone, '≥ 1.00'))
    print(`${SERVERS} servers / one, ${REALMS} realms`, budget(apart, '≥ 1.00'))
  } finally {
    several.stop()
  }
}
