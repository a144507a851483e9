import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { freePort, freePorts } from '../bin/launcher/base/ports.js'
import { SERVER_FLAGS, WORKER_FLAGS } from '../bin/process_flags.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const TYPESCRIPT = ['--import=./bin/typescript.js']
const SERVER = [...SERVER_FLAGS, ...TYPESCRIPT, 'bin/server.ts']
const READY_ATTEMPTS = 600
const READY_PAUSE_MS = 200

/** A server and a worker as an operator runs them, on the services that the launcher has started. */
export class ServiceProcesses {
  private constructor(
    readonly baseUrl: string,
    private children: ChildProcess[]
  ) {}

  static async start(settings: Record<string, string> = {}): Promise<ServiceProcesses> {
    const baseUrl = process.env.APP_URL!
    const worker = [...WORKER_FLAGS, ...TYPESCRIPT, 'bin/console.ts', 'queue:work']
    return ServiceProcesses.#ready(
      baseUrl,
      [SERVER, worker].map((args) => spawnNode(args, 'ignore', settings))
    )
  }

  /** So many servers behind one port of their own, on the same database, and no worker. */
  static async servers(count: number): Promise<ServiceProcesses> {
    const [port, probePort] = [await freePort(), await freePorts(count)]
    const env = { PORT: String(port), SERVERS: String(count), PROBE_PORT: String(probePort) }
    const baseUrl = `http://${process.env.HOST ?? '127.0.0.1'}:${port}`
    return ServiceProcesses.#ready(baseUrl, [spawnNode(SERVER, 'ignore', env)])
  }

  static async #ready(baseUrl: string, children: ChildProcess[]): Promise<ServiceProcesses> {
    const service = new ServiceProcesses(baseUrl, children)
    try {
      await ready(baseUrl)
      return service
    } catch (error) {
      service.stop()
      throw error
    }
  }

  get serverPid(): number {
    return this.children[0]!.pid!
  }

  /** Stops them, and returns once all have ended. */
  async ended(): Promise<void> {
    const exits = this.children.map((child) =>
      child.exitCode === null ? new Promise((resolve) => child.once('exit', resolve)) : null
    )
    this.stop()
    await Promise.all(exits)
  }

  stop() {
    for (const child of this.children) child.kill('SIGTERM')
  }
}

/** @throws Error with all that the check printed when a promise of the books is broken */
export async function checkBooks(): Promise<void> {
  const check = spawnScript(['bin/console.ts', 'ledger:check'], 'pipe')
  let output = ''
  check.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => check.on('close', resolve))
  if (code !== 0) throw new Error(`The check of the books ended with ${code}:\n${output}`)
}

export function spawnScript(script: string[], stdout: 'ignore' | 'pipe' = 'ignore'): ChildProcess {
  return spawnNode([...TYPESCRIPT, ...script], stdout)
}

function spawnNode(
  args: string[],
  stdout: 'ignore' | 'pipe',
  settings: Record<string, string> = {}
): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', stdout, 'inherit'],
    env: {
      ...process.env,
      LOG_LEVEL: 'warn',
      NODE_ENV: process.env.NODE_ENV ?? 'development',
      ...settings,
    },
  })
}

async function ready(baseUrl: string): Promise<void> {
  for (let attempt = 0; attempt < READY_ATTEMPTS; attempt++) {
    const answer = await fetch(`${baseUrl}/health/ready`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, READY_PAUSE_MS))
  }
  throw new Error('The server did not become ready within two minutes')
}
