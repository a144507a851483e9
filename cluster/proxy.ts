import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { freePort, portState } from '../bin/launcher/base/ports.js'
import { findProgram } from '../bin/launcher/services/packages.js'
import type { GaleraNode } from './galera.ts'
import { waitFor } from './wait.ts'

const HOME = '127.0.0.1'
const START_MS = 20_000
const SYNCED = '4'

/** Ends the connections to a node that is not in step, and those to the next one when it is back. */
const ENDING = 'on-marked-down shutdown-sessions on-marked-up shutdown-backup-sessions'
const DEFAULTS = [
  'global',
  '  maxconn 2000',
  'defaults',
  '  mode tcp',
  '  timeout connect 2s',
  '  timeout client 1h',
  '  timeout server 1h',
  '  timeout check 2s',
]

/**
 * HAProxy with a port for each node. Behind a port all connections go to its node, and to the next
 * one while it is away: a process must never read two nodes at the same time.
 */
export class Proxy {
  #process: ChildProcess | null = null
  #looks: Server[] = []

  private constructor(
    private directory: string,
    private nodes: readonly GaleraNode[],
    /** By the number of the preferred node. */
    readonly ports: readonly number[]
  ) {}

  static async create(directory: string, nodes: readonly GaleraNode[]): Promise<Proxy> {
    const ports: number[] = []
    while (ports.length < nodes.length) ports.push(await freePort())
    const proxy = new Proxy(directory, nodes, ports)
    const looks = await Promise.all(nodes.map((node) => proxy.#serveLook(node)))
    writeFileSync(proxy.#file, proxy.#configuration(looks))
    await proxy.start()
    return proxy
  }

  async start(): Promise<void> {
    const log = openSync(join(this.directory, 'haproxy.log'), 'a')
    const stdio = ['ignore', log, log] as const
    this.#process = spawn(findProgram('haproxy')!, ['-db', '-f', this.#file], { stdio: [...stdio] })
    const isOpen = async () => (await portState(this.ports[0]!)) === 'taken'
    await waitFor('HAProxy', isOpen, START_MS)
  }

  async kill(): Promise<void> {
    const child = this.#process
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }

  async stop(): Promise<void> {
    await this.kill()
    for (const look of this.#looks) look.close()
  }

  get #file(): string {
    return join(this.directory, 'haproxy.cfg')
  }

  /** Answers whether a node is in step, which HAProxy cannot ask a database. @returns the port */
  async #serveLook(node: GaleraNode): Promise<number> {
    const server = createServer((_request, response) => {
      void node.state().then((state) => {
        response.statusCode = state === SYNCED ? 200 : 503
        response.end()
      })
    })
    this.#looks.push(server)
    const port = await freePort()
    await new Promise<void>((resolve) => server.listen(port, HOME, resolve))
    return port
  }

  #configuration(looks: readonly number[]): string {
    const lines = [...DEFAULTS]
    for (const [first, port] of this.ports.entries()) {
      lines.push(`listen database_${first}`, `  bind ${HOME}:${port}`)
      // Only the first port asks; the others follow it.
      if (first === 0) lines.push('  option httpchk GET /')
      for (let place = 0; place < this.nodes.length; place++) {
        const index = (first + place) % this.nodes.length
        const look =
          first === 0
            ? `check inter 1s fall 2 rise 2 addr ${HOME} port ${looks[index]}`
            : `track database_0/node_${index}`
        const at = `${HOME}:${this.nodes[index]!.port}`
        const backup = place === 0 ? '' : 'backup '
        lines.push(`  server node_${index} ${at} ${look} ${backup}${ENDING}`)
      }
    }
    return `${lines.join('\n')}\n`
  }
}
