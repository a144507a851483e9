import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../bin/launcher/base/ports.js'
import { waitFor } from './wait.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const TYPESCRIPT = '--import=./bin/typescript.js'
const READY_MS = 300_000

type Env = Record<string, string>

/** A server or a worker, which can be killed and started again with the same settings. */
export class Part {
  #process: ChildProcess | null = null

  private constructor(
    readonly name: string,
    private script: string[],
    private env: Env,
    /** Where it answers: a server everything, a worker its probes. */
    readonly url: string,
    private directory: string
  ) {}

  static async server(name: string, port: number, env: Env, directory: string): Promise<Part> {
    const url = `http://127.0.0.1:${port}`
    const own = { ...env, PORT: String(port) }
    const part = new Part(name, ['bin/server.ts'], own, url, directory)
    await part.start()
    return part
  }

  static async worker(name: string, env: Env, directory: string): Promise<Part> {
    const port = await freePort()
    const own = { ...env, WORKER_PORT: String(port) }
    const script = ['bin/console.ts', 'queue:work']
    const part = new Part(name, script, own, `http://127.0.0.1:${port}`, directory)
    await part.start()
    return part
  }

  async start(): Promise<void> {
    const log = openSync(join(this.directory, `${this.name}.log`), 'a')
    this.#process = spawn(process.execPath, [TYPESCRIPT, ...this.script], {
      cwd: ROOT,
      stdio: ['ignore', log, log],
      env: { ...process.env, ...this.env },
    })
    const answers = async () => {
      if (!this.running)
        throw new Error(`${this.name} ended while it started: see ${this.name}.log`)
      const answer = await fetch(`${this.url}/health/live`).catch(() => null)
      return answer?.ok === true
    }
    await waitFor(`${this.name} to answer`, answers, READY_MS)
  }

  get running(): boolean {
    return this.#process?.exitCode === null && this.#process.signalCode === null
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.running) return
    const exit = once(this.#process!, 'exit')
    this.#process!.kill(signal)
    await exit
  }
}

/** Runs a command of the service to its end. */
export async function command(args: string[], env: Env): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [TYPESCRIPT, 'bin/console.ts', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  }
  const [code] = (await once(child, 'close')) as [number | null]
  return { code: code ?? 1, output }
}
