import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '../bin/launcher/base/ports.js'
import { OWNER_USER } from '../bin/launcher/services/mariadb.js'
import { RedisServers } from '#tests/faults/support/redis_servers'
import { heading, print } from '../bench/report.ts'
import { GaleraNode, databaseEnv } from './galera.ts'
import { Part, command } from './parts.ts'
import { Proxy } from './proxy.ts'
import { Traffic, type Stretch } from './traffic.ts'
import { waitFor } from './wait.ts'

const { values: flags } = parseArgs({
  options: {
    /** Creates, and as many deposits, with the workers on another node. */
    operations: { type: 'string', default: '1000' },
    /** How long each throughput is measured, and a fault lasts. */
    seconds: { type: 'string', default: '10' },
  },
})
const OPERATIONS = Number(flags.operations)
const SECONDS = Number(flags.seconds)
const CALLERS = 16
const MIX = ['transfer', 'deposit', 'transfer', 'create'] as const
/** A machine that is busy ends twenty operations a second. */
const DRAIN_MS = 180_000 + OPERATIONS * 50
const KEY = 'redis-probe'

const directory = process.env.CLUSTER_DIRECTORY!
const password = process.env.CLUSTER_PASSWORD!

/** Everything that has to end with this process. */
const ends: (() => Promise<unknown>)[] = []
const problems: string[] = []

async function main() {
  // The user of the nodes cannot look below the directory of an installation.
  const stored = mkdtempSync(join(tmpdir(), 'ledger-cluster-'))
  chmodSync(stored, 0o755)
  const forget = () => rmSync(stored, { recursive: true, force: true })
  ends.push(async () => forget())
  process.once('SIGTERM', () => {
    forget()
    process.exit(1)
  })
  const nodes: GaleraNode[] = []
  for (const name of ['node_0', 'node_1', 'node_2']) {
    nodes.push(await GaleraNode.create(name, { parent: stored, logs: directory }, password))
  }
  for (const node of nodes) ends.push(() => node.kill())
  const redis = await RedisServers.cluster(directory)
  ends.push(() => redis.stop())
  const shared = { REDIS_NODES: redis.addresses, QUEUE_PREFIX: '{svc}' }

  heading('One database node, without Galera and proxy')
  const [first, ...others] = nodes as [GaleraNode, GaleraNode, GaleraNode]
  await first.startAlone()
  const owner = databaseEnv(first.port, password, OWNER_USER)
  const migrated = await command(['migration:run', '--force'], { ...shared, ...owner })
  if (migrated.code !== 0) throw new Error(`The migrations failed:\n${migrated.output}`)
  const alone = await Service.start('alone', [first.port, first.port, first.port], shared)
  const before = await alone.measure()
  await alone.stop()
  await first.kill('SIGTERM')

  heading('Three Galera nodes behind HAProxy')
  await first.startInCluster([])
  for (const node of others) await node.startInCluster(nodes)
  const proxy = await Proxy.create(directory, nodes)
  ends.push(() => proxy.stop())
  const service = await Service.start('cluster', proxy.ports, shared)
  const after = await service.measure()
  for (const kind of ['transfer', 'deposit', 'create'] as const) {
    const share = ((after[kind] / before[kind]) * 100).toFixed(0)
    print(`${kind}: of the throughput of one node`, `${share} %`)
  }

  heading(`${OPERATIONS} creates and deposits, the workers on other nodes than the servers`)
  for (const kind of ['create', 'deposit'] as const) {
    tell(kind, await service.traffic.run([kind], CALLERS, (count) => count >= OPERATIONS))
  }
  await service.drained(first)

  heading('Killed with -9 under load, and back')
  const [server, , worker] = service.parts
  const master = await redis.masterOf(KEY)
  const faults: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    ['the database node of a server', () => first.kill(), () => first.startInCluster(others)],
    ['the node of a worker', () => others[1].kill(), () => others[1].startInCluster(nodes)],
    ['the Redis master of the queues', () => redis.kill(master), () => redis.restart(master)],
    ['HAProxy', () => proxy.kill(), () => proxy.start()],
    ['a server', () => server!.end('SIGKILL'), () => server!.start()],
    ['a worker', () => worker!.end('SIGKILL'), () => worker!.start()],
  ]
  for (const [what, fault, repair] of faults) {
    const { load, backMs } = await service.during(fault, repair)
    tell(what, load)
    print('  killed, started again, and back after', `${(backMs / 1000).toFixed(1)} s`)
    await service.drained(others[0])
  }

  heading('What became of it')
  await service.judge(nodes)
  await service.stop()
}

/** Two servers and two workers, and what their callers ask for. */
class Service {
  private constructor(
    readonly parts: readonly Part[],
    readonly traffic: Traffic
  ) {}

  /** @param ports the database as the servers and the workers reach it: 0 and 1, then 1 and 2 */
  static async start(label: string, ports: readonly number[], env: Record<string, string>) {
    const own = [await freePort(), await freePort()]
    // The first server is the identity provider of all, as far as it is needed.
    const APP_URL = `http://127.0.0.1:${own[0]}`
    const at = (index: number) => ({ ...env, APP_URL, ...databaseEnv(ports[index]!, password) })
    const parts: Part[] = []
    ends.push(() => Promise.all(parts.map((part) => part.end('SIGKILL'))))
    for (const index of [0, 1]) {
      const name = `${label}_server_${index}`
      parts.push(await Part.server(name, own[index]!, at(index), directory))
    }
    for (const index of [1, 2]) {
      parts.push(await Part.worker(`${label}_worker_${index}`, at(index), directory))
    }
    const urls = parts.slice(0, 2).map(({ url }) => url)
    return new Service(parts, await Traffic.open(urls))
  }

  /** @returns acknowledged operations a second, by kind */
  async measure(): Promise<Record<'transfer' | 'deposit' | 'create', number>> {
    const result = { transfer: 0, deposit: 0, create: 0 }
    for (const kind of ['transfer', 'deposit', 'create'] as const) {
      const until = performance.now() + SECONDS * 1000
      const stretch = await this.traffic.run([kind], CALLERS, () => performance.now() > until)
      tell(kind, stretch)
      result[kind] = stretch.acknowledged / stretch.seconds
    }
    return result
  }

  /**
   * Load while something is killed, and until it is back.
   *
   * @returns the load, and how long the repair took: a database node is back when it is in step
   */
  async during(fault: () => Promise<unknown>, repair: () => Promise<unknown>) {
    let over = false
    const load = this.traffic.run(MIX, CALLERS, () => over)
    const pause = () => new Promise((resolve) => setTimeout(resolve, (SECONDS * 1000) / 2))
    await pause()
    await fault()
    await pause()
    const since = performance.now()
    await repair()
    const backMs = performance.now() - since
    await pause()
    over = true
    return { load: await load, backMs }
  }

  /** Waits until nothing is pending, and tells when something stays so. */
  async drained(node: GaleraNode): Promise<void> {
    const since = performance.now()
    const sql = `SELECT COUNT(*) AS pending FROM operations
      WHERE realm_id = '${this.traffic.realmId}' AND state = 'pending'`
    let pending = 'unknown'
    const none = async () => {
      // A node that is out of step for a moment answers the next look.
      const rows = await node.query<{ pending: number }>(sql).catch(() => [])
      if (rows.length === 0) return false
      pending = String(rows[0]!.pending)
      return pending === '0'
    }
    try {
      await waitFor('every operation to end', none, DRAIN_MS)
      const seconds = (performance.now() - since) / 1000
      print('  the last one ended after the load', `${seconds.toFixed(1)} s`)
    } catch {
      problems.push(`${pending} operations stay pending; ${await owedOn(node)}`)
    }
  }

  async judge(nodes: readonly GaleraNode[]) {
    const { traffic } = this
    for (const node of nodes) {
      const sql = `SELECT id, path, state FROM operations WHERE realm_id = '${traffic.realmId}'`
      const rows = await node.queryInStep<{ id: string; path: string; state: string }>(sql)
      const { lost, pending, completed } = traffic.verdict(rows)
      const doubled = rows.length - new Set(rows.map(({ path }) => path)).size
      const { size } = traffic.acknowledged
      const found = `${size} acknowledged, ${completed} completed, ${pending} pending, ${lost} lost, ${doubled} doubled`
      print(`on ${node.name}`, found)
      if (lost + pending + doubled > 0) problems.push(`${node.name}: ${found}`)
    }
    const others = await traffic.repeated(100)
    print('repeats that were answered with another operation', String(others))
    if (others > 0) problems.push(`${others} repeats got another operation`)
    for (const [answer, count] of traffic.wrong) problems.push(`answered ${count} times: ${answer}`)
    const env = databaseEnv(nodes[1]!.port, password)
    const check = await command(['ledger:check'], { REDIS_NODES: '127.0.0.1:1', ...env })
    print('ledger:check', check.code === 0 ? 'every invariant holds' : 'FAILS')
    if (check.code !== 0) problems.push(check.output)
  }

  async stop() {
    await Promise.all(this.parts.map((part) => part.end('SIGTERM')))
  }
}

/** What is owed, how often it was tried and when it is tried next: late, or lost. */
async function owedOn(node: GaleraNode): Promise<string> {
  const rows = await node
    .query(
      `SELECT queue, COUNT(*) AS jobs, MAX(tries) AS tries, MAX(last_error) AS error,
          MIN(TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(6), due_at)) AS dueInSeconds
         FROM outbox GROUP BY queue`
    )
    .catch((error: unknown) => String(error))
  return `owed on ${node.name}: ${JSON.stringify(rows)}`
}

function tell(what: string, { seconds, acknowledged, again, stall }: Stretch) {
  const rate = `${(acknowledged / seconds).toFixed(0)}/s`.padStart(7)
  const stalled = `longest stall ${stall.toFixed(1)} s`
  const load = `load ${loadavg()[0]!.toFixed(1)}`
  print(what, `${rate}, ${acknowledged} acknowledged, ${again} asked again, ${stalled}, ${load}`)
}

try {
  await main()
} catch (error) {
  problems.push((error as Error).stack ?? String(error))
} finally {
  for (const end of ends.toReversed()) await end().catch(() => {})
}
for (const problem of problems) process.stdout.write(`\n✖ ${problem}\n`)
process.stdout.write(
  problems.length === 0 ? '\nNothing was lost and nothing was doubled.\n' : `\nLogs: ${directory}\n`
)
process.exit(problems.length === 0 ? 0 : 1)
