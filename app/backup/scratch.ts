import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const LINES_TOLD = 15

/** A program of a restore ended with an error; the message has its last lines. */
export class StepFailed extends Error {
  override name = 'StepFailed'
}

/**
 * A directory for a restored copy of the books, and the programs that work on it. Both go away
 * together, whatever ends the process that made them short of SIGKILL: a forgotten copy of the
 * books would be one that nobody guards.
 */
export class Scratch {
  readonly path: string
  #running = new Set<ChildProcess>()
  #atExit = () => this.discard()

  /** @param parent where there is room for a second copy of the database; the system's default without it */
  constructor(parent: string = tmpdir()) {
    // Only this user may enter what mkdtemp makes.
    this.path = mkdtempSync(join(parent, 'backup-drill-'))
    process.once('exit', this.#atExit)
  }

  file(name: string): string {
    return join(this.path, name)
  }

  /**
   * Runs a program to its end.
   *
   * @throws StepFailed when it ends with anything but 0
   */
  async run(command: string, args: readonly string[], env: Record<string, string> = {}) {
    await this.#ended(this.start(command, args, env), command)
  }

  /**
   * Runs two programs, the second of which reads what the first writes.
   *
   * @throws StepFailed when either ends with anything but 0
   */
  async pipe(
    from: { command: string; args: readonly string[]; env?: Record<string, string> },
    to: { command: string; args: readonly string[]; env?: Record<string, string> }
  ) {
    const source = this.start(from.command, from.args, from.env, 'pipe')
    const target = this.start(to.command, to.args, to.env, 'ignore', 'pipe')
    // A target that ends early closes the pipe; its own exit code says why.
    target.stdin!.on('error', () => {})
    source.stdout!.pipe(target.stdin!)
    const ends = [this.#ended(target, to.command), this.#ended(source, from.command)]
    const failed = (await Promise.allSettled(ends)).find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }

  /** Starts a program whose words go to a log in the directory. */
  start(
    command: string,
    args: readonly string[],
    env: Record<string, string> = {},
    out: 'ignore' | 'pipe' = 'ignore',
    input: 'ignore' | 'pipe' = 'ignore'
  ): ChildProcess {
    const log = openSync(this.#log(command), 'a', 0o600)
    const stdio: StdioOptions = [input, out === 'pipe' ? 'pipe' : log, log]
    const child = spawn(command, args, { stdio, env: { ...process.env, TZ: 'UTC', ...env } })
    closeSync(log)
    this.#running.add(child)
    child.once('close', () => this.#running.delete(child))
    return child
  }

  /** The last lines that a program wrote. */
  lastWords(command: string): string {
    const lines = readFileSync(this.#log(command), 'utf8').trimEnd().split('\n')
    return lines.slice(-LINES_TOLD).join('\n')
  }

  /** Ends everything at once and removes the directory; the copy is worth nothing. */
  discard() {
    process.removeListener('exit', this.#atExit)
    for (const child of this.#running) child.kill('SIGKILL')
    rmSync(this.path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }

  #ended(child: ChildProcess, command: string): Promise<void> {
    return new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code, signal) => {
        if (code === 0) return resolve()
        const how = signal === null ? `exit code ${code}` : signal
        const words = this.lastWords(command)
        reject(new StepFailed(`${basename(command)} ended with ${how}:\n${words}`))
      })
    })
  }

  #log(command: string): string {
    return join(this.path, `${basename(command)}.log`)
  }
}
