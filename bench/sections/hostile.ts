import { setTimeout as delay } from 'node:timers/promises'
import autocannon from 'autocannon'
import type { Bench } from '../bench.ts'
import { mainThreadSeconds } from '../cpu_time.ts'
import { ROUNDS, SECONDS } from '../flags.ts'
import { transferLoad } from '../http_load.ts'
import { budget, median, print } from '../report.ts'

const ATTACKS = ['bodies', 'credentials', 'sockets'] as const
const HEALTH_BUDGET_MS = 50
const TRANSFER_BUDGET = 2
/** Far from what the server can do: what is measured is what strangers add to it. */
const TRANSFERS_PER_SECOND = 100
const CONNECTIONS = 8
const LOOKS_PER_SECOND = 50
/** Attackers have begun, and their first requests have been looked at; or they have gone, and all of them are forgotten. */
const SETTLING_SECONDS = 3
/** The slowest hundredth of a quiet server is a handful of requests: fewer of them say nothing. */
const QUIET_SECONDS = 3 * SECONDS
const WARM_UP_CONNECTIONS = 64

interface Measured {
  healthMs: number
  transferMs: number
  /** Share of the time in which the server's JavaScript ran: tells something on a busy machine too. */
  busy: number
}

/** What attacks by strangers, each from a process of its own, do to everybody else. */
export async function hostile(bench: Bench) {
  // A server that compiles its code while it is measured would make every attack look harmless.
  await transferLoad(bench.client, {
    connections: WARM_UP_CONNECTIONS,
    seconds: SECONDS,
    pick: () => bench.uniformPair(),
  })
  for (const attack of ATTACKS) await attacked(bench, `${attack} alone`, [attack])
  const rounds: { quiet: Measured; loud: Measured }[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    rounds.push(await attacked(bench, `round ${round}: all three`, ATTACKS))
  }
  const healthMs = rounds.map(({ loud }) => loud.healthMs)
  const ratio = rounds.map(({ quiet, loud }) => loud.transferMs / quiet.transferMs)
  print('p99 of /health/live under attack, ms', budget(healthMs, `≤ ${HEALTH_BUDGET_MS}`))
  print('p99 of transfers, attacked / quiet', budget(ratio, `≤ ${TRANSFER_BUDGET}`))
  const holds = median(healthMs) <= HEALTH_BUDGET_MS && median(ratio) <= TRANSFER_BUDGET
  print('verdict', holds ? 'the budgets hold' : 'A BUDGET IS BROKEN')
}

async function attacked(bench: Bench, title: string, attacks: readonly string[]) {
  await delay(SETTLING_SECONDS * 1000)
  const quiet = await measured(bench, QUIET_SECONDS)
  const seconds = SETTLING_SECONDS + SECONDS
  const ended = Promise.all(attacks.map((attack) => bench.attack(attack, seconds + 1)))
  // Looked at below; until then a failure must not end this process before it stops the server.
  ended.catch(() => {})
  await delay(SETTLING_SECONDS * 1000)
  const loud = await measured(bench, SECONDS)
  const outcomes = await ended
  print(`${title}: p99 of /health/live, quiet and attacked`, pair(quiet.healthMs, loud.healthMs))
  print(`${title}: p99 of transfers, quiet and attacked`, pair(quiet.transferMs, loud.transferMs))
  print(`${title}: main thread of the server`, `${percent(quiet.busy)}, ${percent(loud.busy)}`)
  for (const [index, attack] of attacks.entries()) {
    print(`  answers to ${attack}`, JSON.stringify(outcomes[index]))
  }
  return { quiet, loud }
}

/** @throws Error when a transfer was refused: fast refusals are no success */
async function measured(bench: Bench, seconds: number): Promise<Measured> {
  const { client, serverPid } = bench
  const before = { cpu: mainThreadSeconds(serverPid), at: performance.now() }
  const [healthMs, transfers] = await Promise.all([
    healthP99(client.baseUrl, seconds),
    transferLoad(client, {
      connections: CONNECTIONS,
      seconds,
      perSecond: TRANSFERS_PER_SECOND,
      pick: () => bench.uniformPair(),
    }),
  ])
  if (transfers.refused > 0) throw new Error(`${transfers.refused} transfers were refused`)
  const clock = (performance.now() - before.at) / 1000
  const busy = (mainThreadSeconds(serverPid) - before.cpu) / clock
  return { healthMs, transferMs: transfers.p99Ms, busy }
}

async function healthP99(baseUrl: string, seconds: number): Promise<number> {
  const times: number[] = []
  const result = await autocannon({
    url: `${baseUrl}/health/live`,
    connections: 2,
    duration: seconds,
    overallRate: LOOKS_PER_SECOND,
    setupClient: (connection) => connection.on('response', (_status, _bytes, ms) => times.push(ms)),
  })
  if (result.non2xx + result.errors > 0) throw new Error('A look at the health failed')
  times.sort((one, other) => one - other)
  return times[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY
}

function pair(quiet: number, loud: number): string {
  return `${quiet.toFixed(1)} ms, ${loud.toFixed(1)} ms`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`
}
