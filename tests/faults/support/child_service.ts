import { spawn, type ChildProcess } from 'node:child_process'
import app from '@adonisjs/core/services/app'
import { until } from '#tests/support/client'
import { askByHttp } from '#tests/support/http'
import { freePort } from '../../../bin/launcher/base/ports.js'

const TYPESCRIPT = '--import=./bin/typescript.js'

/**
 * A second process of the service on the database of this test process: what it leaves behind when
 * it dies is found by the server and the workers here. Its queues have names of their own in Redis,
 * so that a job it lost can only come back from the database.
 */
export class ChildService {
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  #output = ''

  private constructor(
    private child: ChildProcess,
    readonly url: string
  ) {
    child.stderr?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()))
    child.stdout?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()))
    this.ended = new Promise((resolve) => {
      child.once('close', (code, signal) => resolve({ code, signal }))
    })
  }

  /** A server that answers. */
  static server(env: Record<string, string> = {}): Promise<ChildService> {
    return ChildService.#serving('bin/server.ts', env)
  }

  /** Servers, as many as SERVERS says, and a worker of all queues. */
  static all(env: Record<string, string>): Promise<ChildService> {
    return ChildService.#serving('bin/all.ts', env)
  }

  static async #serving(script: string, env: Record<string, string>): Promise<ChildService> {
    const port = await freePort()
    const child = ChildService.#spawn([script], { ...env, PORT: String(port) })
    const service = new ChildService(child, `http://127.0.0.1:${port}`)
    await service.#answering()
    return service
  }

  /** A worker of all queues, and of the outbox poller. */
  static worker(env: Record<string, string> = {}): ChildService {
    return new ChildService(ChildService.#spawn(['bin/console.ts', 'queue:work'], env), '')
  }

  /** One run of handlers, in `handler_process.ts`. */
  static handler(args: string[], env: Record<string, string> = {}): ChildService {
    const script = 'tests/faults/support/handler_process.ts'
    return new ChildService(ChildService.#spawn([script, ...args], env), '')
  }

  /** A server that need not come up. */
  static serverThatEnds(env: Record<string, string>): ChildService {
    return new ChildService(ChildService.#spawn(['bin/server.ts'], env), '')
  }

  /** A command of the service. */
  static command(args: string[], env: Record<string, string> = {}): ChildService {
    return new ChildService(ChildService.#spawn(['bin/console.ts', ...args], env), '')
  }

  static #spawn(script: string[], env: Record<string, string>): ChildProcess {
    return spawn(process.execPath, [TYPESCRIPT, ...script], {
      cwd: app.makePath(),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
  }

  /** All it has printed. */
  get output(): string {
    return this.#output
  }

  get running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  kill(signal: NodeJS.Signals = 'SIGKILL') {
    this.child.kill(signal)
  }

  async stop() {
    if (this.running) this.kill('SIGTERM')
    await this.ended
  }

  async #answering() {
    const isUp = async () => {
      if (!this.running) throw new Error('The server ended before it answered')
      const answer = await askByHttp('GET', `${this.url}/health/live`, {}).catch(() => null)
      return answer?.status === 200
    }
    await until('the server to answer', isUp).catch(({ message }: Error) => {
      throw new Error(`${message}:\n${this.#output}`)
    })
  }
}
