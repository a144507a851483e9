import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freePort } from '../../../bin/launcher/base/ports.js'
import { findProgram } from '../../../bin/launcher/services/packages.js'
import type { RedisPlaces } from '#app/queue/redis_places'
import { eventually } from '#tests/support/client'

const HOME = '127.0.0.1'
const SLOTS = 16_384
/** How long a silent node is thought to be alive. */
const NODE_TIMEOUT_MS = 500
const MASTER_NAME = 'ledger'

/** Slots from, slots to, and the master of them; its replicas follow. */
type Ranges = [number, number, [string, number], ...unknown[]][]

/** Real Redis servers of one test, which keep nothing and end with it. */
export class RedisServers {
  readonly #directory: string
  readonly #servers = new Map<number, { process: ChildProcess; config: string }>()
  #places: RedisPlaces | null = null

  private constructor(parent: string) {
    mkdirSync(parent, { recursive: true })
    this.#directory = mkdtempSync(join(parent, 'redis-'))
  }

  /** Three masters with a replica each. */
  static async cluster(parent: string): Promise<RedisServers> {
    const servers = new RedisServers(parent)
    const lines = ['cluster-enabled yes', `cluster-node-timeout ${NODE_TIMEOUT_MS}`]
    const buses = await Promise.all(Array.from({ length: 6 }, () => freePort()))
    const ports = await servers.#startAll(6, (port, index) => [
      ...lines,
      `cluster-port ${buses[index]}`,
      `cluster-config-file ${port}.nodes`,
      // A node that was away for some seconds may take over too.
      'cluster-replica-validity-factor 0',
      // Nobody names a replica that has heard nothing of its master yet.
      'repl-ping-replica-period 1',
    ])
    await servers.#join(ports, buses).catch(async (error: unknown) => {
      await servers.stop()
      throw error
    })
    servers.#places = { kind: 'cluster', addresses: ports.map((port) => ({ host: HOME, port })) }
    return servers
  }

  /** A master, a replica, and three sentinels. */
  static async sentinels(parent: string): Promise<RedisServers> {
    const servers = new RedisServers(parent)
    const [master] = await servers.#startAll(1, () => [])
    await servers.#startAll(1, () => [`replicaof ${HOME} ${master}`])
    const ports = await servers.#startAll(
      3,
      () => [
        `sentinel monitor ${MASTER_NAME} ${HOME} ${master} 2`,
        `sentinel down-after-milliseconds ${MASTER_NAME} ${NODE_TIMEOUT_MS}`,
        `sentinel failover-timeout ${MASTER_NAME} 3000`,
      ],
      ['--sentinel']
    )
    servers.#places = {
      kind: 'sentinel',
      addresses: ports.map((port) => ({ host: HOME, port })),
      name: MASTER_NAME,
      password: undefined,
    }
    await eventually('the sentinels to know each other and the replica', async () => {
      const known = await servers.ask(ports[0]!, (sentinel) =>
        sentinel.call('SENTINEL', 'MASTER', MASTER_NAME)
      )
      const fields = Object.fromEntries(pairs(known as string[]))
      return (fields['num-slaves'] === '1' && fields['num-other-sentinels'] === '2') || null
    })
    return servers
  }

  get places(): RedisPlaces {
    return this.#places!
  }

  /** The setting that names them. */
  get addresses(): string {
    return this.places.addresses.map(({ host, port }) => `${host}:${port}`).join(',')
  }

  /** The port of the master that has a key. */
  async masterOf(key: string): Promise<number> {
    const { places } = this
    const [at] = places.addresses.filter(({ port }) => this.#isRunning(port))
    if (places.kind === 'sentinel') {
      const found = await this.ask(at!.port, (sentinel) =>
        sentinel.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', places.name)
      )
      return Number((found as string[])[1])
    }
    return this.ask(at!.port, async (node) => {
      const slot = Number(await node.cluster('KEYSLOT', key))
      const ranges = (await node.call('CLUSTER', 'SLOTS')) as Ranges
      return ranges.find(([from, to]) => from <= slot && slot <= to)![2][1]
    })
  }

  /** A node of the cluster that has not the keys which `masterOf` has found. */
  async otherMaster(key: string): Promise<number> {
    const own = await this.masterOf(key)
    return this.ask(own, async (node) => {
      const ranges = (await node.call('CLUSTER', 'SLOTS')) as Ranges
      return ranges.map(([, , [, port]]) => port).find((port) => port !== own)!
    })
  }

  /** As when its machine loses its power. */
  async kill(port: number): Promise<void> {
    const { process } = this.#servers.get(port)!
    const exit = once(process, 'exit')
    process.kill('SIGKILL')
    await exit
  }

  /** Starts a server again that was killed: it becomes a replica of whoever is the master now. */
  async restart(port: number): Promise<void> {
    this.#spawn(port, this.#servers.get(port)!.config, [])
    await this.#answering(port)
  }

  async stop(): Promise<void> {
    const running = [...this.#servers.keys()].filter((port) => this.#isRunning(port))
    await Promise.all(running.map((port) => this.kill(port)))
    rmSync(this.#directory, { recursive: true, force: true })
  }

  async ask<Result>(port: number, question: (redis: Redis) => Promise<Result>): Promise<Result> {
    const redis = new Redis({ host: HOME, port, lazyConnect: true, retryStrategy: () => null })
    redis.on('error', () => {})
    try {
      await redis.connect()
      return await question(redis)
    } finally {
      redis.disconnect()
    }
  }

  async #startAll(
    count: number,
    linesOf: (port: number, index: number) => string[],
    args: string[] = []
  ): Promise<number[]> {
    const ports: number[] = []
    for (let index = 0; index < count; index++) ports.push(await freePort())
    for (const [index, port] of ports.entries()) {
      const config = join(this.#directory, `${port}.conf`)
      const directory = join(this.#directory, String(port))
      mkdirSync(directory)
      const place = [`port ${port}`, `bind ${HOME}`, `dir "${directory}"`]
      const stored =
        args.length > 0 ? [] : ['save ""', 'appendonly no', 'repl-diskless-sync-delay 0']
      writeFileSync(config, [...place, ...stored, ...linesOf(port, index), ''].join('\n'))
      this.#spawn(port, config, args)
    }
    await Promise.all(ports.map((port) => this.#answering(port)))
    return ports
  }

  #spawn(port: number, config: string, args: string[]) {
    const command = findProgram('redis-server')
    if (command === null) throw new Error('redis-server is not installed')
    const process = spawn(command, [config, ...args], { stdio: 'ignore' })
    this.#servers.set(port, { process, config })
  }

  #isRunning(port: number): boolean {
    const { process } = this.#servers.get(port)!
    return process.exitCode === null && process.signalCode === null
  }

  #answering(port: number): Promise<unknown> {
    return eventually(`the Redis at ${port}`, () =>
      this.ask(port, (redis) => redis.ping()).catch(() => null)
    )
  }

  async #join(ports: number[], buses: number[]): Promise<void> {
    const masters = ports.slice(0, 3)
    const share = Math.ceil(SLOTS / masters.length)
    for (const [index, port] of masters.entries()) {
      const [from, to] = [index * share, Math.min(SLOTS, (index + 1) * share) - 1]
      await this.ask(port, (node) => node.call('CLUSTER', 'ADDSLOTSRANGE', from, to))
      await this.ask(port, (node) => node.call('CLUSTER', 'SET-CONFIG-EPOCH', index + 1))
    }
    for (const [index, port] of ports.entries()) {
      if (index === 0) continue
      const at = [HOME, port, buses[index]!] as const
      await this.ask(ports[0]!, (node) => node.call('CLUSTER', 'MEET', ...at))
    }
    for (const [index, port] of ports.slice(3).entries()) {
      const id = String(await this.ask(masters[index]!, (node) => node.cluster('MYID')))
      await eventually('a replica to know its master', () =>
        this.ask(port, (node) => node.call('CLUSTER', 'REPLICATE', id)).catch(() => null)
      )
    }
    for (const port of ports) {
      await eventually('the cluster to be whole', () =>
        this.ask(port, async (node) => {
          const isOk = String(await node.cluster('INFO')).includes('cluster_state:ok')
          const ranges = (await node.cluster('SLOTS')) as unknown[][]
          const isWhole = ranges.length === 3 && ranges.every((range) => range.length === 4)
          return (isOk && isWhole) || null
        })
      )
    }
  }
}

function pairs(list: string[]): [string, string][] {
  return list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1]!]] : []))
}
