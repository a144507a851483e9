import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'

/** A process that is kept running. */
export interface Member {
  /** As the log calls it. */
  name: string
  spawn(): ChildProcess
}

interface Tell {
  info(fields: object, text: string): void
  error(fields: object, text: string): void
}

/** How long a dead process waits for its next start, and when it counts as well again. */
export interface Patience {
  firstMs: number
  mostMs: number
  steadyMs: number
}

const USUAL: Patience = { firstMs: 500, mostMs: 30_000, steadyMs: 60_000 }

/**
 * Processes of the service that one parent runs: each that ends by itself is started again, later
 * each time, as long as the parent is not told to stop. One that keeps dying is no reason to end the
 * others, which serve.
 */
export class ProcessGroup {
  #stopping = new AbortController()
  #lives = new Set<Promise<void>>()
  #running = new Map<Member, ChildProcess>()
  #ready = new Set<ChildProcess>()

  constructor(
    private members: readonly Member[],
    private log: Tell,
    /** Called whenever a process has become ready or has ended. */
    private changed: () => void = () => {},
    private patience: Patience = USUAL
  ) {}

  /**
   * The first process starts alone, so that what refuses a start is told once.
   *
   * @throws Error when it ends before it is ready
   */
  async start(): Promise<void> {
    const [first, ...others] = this.members
    await this.#begin(first!)
    if (this.isStopping) return
    await Promise.all(others.map((member) => this.#begin(member)))
  }

  /** Tells every process to finish what it holds, and waits until all have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    for (const child of this.#running.values()) child.kill('SIGTERM')
    await Promise.all(this.#lives)
  }

  get isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  /** The processes whose name begins so, in their order; null for each that is not ready. */
  ready(prefix: string): (ChildProcess | null)[] {
    return this.members
      .filter(({ name }) => name.startsWith(prefix))
      .map((member) => this.#running.get(member))
      .map((child) => (child && this.#ready.has(child) ? child : null))
  }

  /** Resolves when the process is ready for the first time, and keeps it running from then on. */
  async #begin(member: Member): Promise<void> {
    const first = this.#spawn(member)
    const isReady = await Promise.race([first.ready, first.ended.then(() => false as const)])
    if (!isReady) {
      if (this.isStopping) return
      throw new Error(`The ${member.name} ended before it was ready`)
    }
    const life = this.#keep(member, first.ended)
    this.#lives.add(life)
  }

  async #keep(member: Member, life: Promise<string>): Promise<void> {
    const { firstMs, mostMs, steadyMs } = this.patience
    let deaths = 0
    for (;;) {
      const startedAt = Date.now()
      const how = await life
      if (this.isStopping) return
      if (Date.now() - startedAt >= steadyMs) deaths = 0
      const waitMs = Math.min(mostMs, firstMs * 2 ** deaths++)
      this.log.error({ process: member.name, how, waitMs }, 'a process ended; it is started again')
      await delay(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => {})
      if (this.isStopping) return
      life = this.#spawn(member).ended
    }
  }

  #spawn(member: Member): { ready: Promise<true>; ended: Promise<string> } {
    const child = member.spawn()
    this.#running.set(member, child)
    const ready = new Promise<true>((resolve) => {
      child.on('message', (message: { type?: unknown } | null) => {
        if (message?.type !== 'ready') return
        this.#ready.add(child)
        this.log.info({ process: member.name, processId: child.pid }, 'a process is ready')
        this.changed()
        resolve(true)
      })
    })
    const ended = new Promise<string>((resolve) => {
      child.once('exit', (code, signal) => {
        this.#running.delete(member)
        if (this.#ready.delete(child)) this.changed()
        resolve(signal === null ? `exit code ${code}` : `killed by ${signal}`)
      })
      child.once('error', ({ message }) => resolve(message))
    })
    return { ready, ended }
  }
}
