import { spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { RawLoop, type LockStyle } from './raw_loop.ts'
import { print } from './report.ts'
import { ServiceClient } from './service_client.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const TYPESCRIPT = ['--import=./bin/typescript.js']
const READY_ATTEMPTS = 150

/** How long one point is measured. */
export const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
export const ACCOUNTS = 64
export const ROUNDS = 3

/** The service under test, and the yardstick on the same database server. */
export class Bench {
  #raw = new Map<string, RawLoop>()

  private constructor(
    readonly client: ServiceClient,
    /** Funded objects. */
    readonly paths: string[],
    private children: ChildProcess[]
  ) {}

  static async start(): Promise<Bench> {
    const baseUrl = process.env.APP_URL!
    const children = [spawnScript(['bin/server.ts']), spawnScript(['bin/console.ts', 'queue:work'])]
    const client = new ServiceClient(baseUrl)
    try {
      await ready(baseUrl)
      await client.signIn()
      return new Bench(client, await client.fundedObjects(ACCOUNTS), children)
    } catch (error) {
      for (const child of children) child.kill('SIGTERM')
      throw error
    }
  }

  get serverPid(): number {
    return this.children[0]!.pid!
  }

  async databasePid(): Promise<number> {
    const connection = await createConnection({
      host: process.env.DB_HOST,
      port: Number(process.env.DB_PORT),
      user: process.env.DB_USER,
      password: process.env.DB_PASSWORD,
    })
    try {
      const [rows] = await connection.query<RowDataPacket[]>('SELECT @@pid_file AS file')
      return Number(await readFile(rows[0]!.file as string, 'utf8'))
    } finally {
      await connection.end()
    }
  }

  stop() {
    for (const child of this.children) child.kill('SIGTERM')
    for (const raw of this.#raw.values()) void raw.close()
  }

  /** The loop anybody would write first: one transaction per transfer. */
  async raw(inFlight: number, style: LockStyle = 'for_update'): Promise<number> {
    const key = `${style} ${inFlight}`
    let loop = this.#raw.get(key)
    if (!loop) {
      loop = new RawLoop({ inFlight, style, seconds: SECONDS, accounts: ACCOUNTS })
      await loop.prepare()
      this.#raw.set(key, loop)
    }
    return loop.run()
  }

  uniformPair(): [from: string, to: string] {
    const from = Math.floor(Math.random() * this.paths.length)
    const to = (from + 1 + Math.floor(Math.random() * (this.paths.length - 1))) % this.paths.length
    return [this.paths[from]!, this.paths[to]!]
  }

  /** Runs work of `bench/in_process.ts`, which prints one JSON line a result. */
  async inProcess(
    work: string,
    options: Record<string, unknown>,
    onLine: (line: Record<string, number>) => void = () => {}
  ): Promise<Record<string, number>> {
    const child = spawnScript(['bench/in_process.ts', work, JSON.stringify(options)], 'pipe')
    let last: Record<string, number> = {}
    for await (const line of createInterface({ input: child.stdout! })) {
      if (!line.startsWith('{')) continue
      last = JSON.parse(line) as Record<string, number>
      onLine(last)
    }
    const code = child.exitCode ?? (await new Promise((resolve) => child.once('close', resolve)))
    if (code !== 0) throw new Error(`In-process work "${work}" ended with ${String(code)}`)
    return last
  }

  /** An attack of `bench/attack.ts`. @returns what it was answered, and how often */
  async attack(name: string, seconds: number): Promise<Record<string, number>> {
    const { baseUrl } = this.client
    const child = spawnScript(['bench/attack.ts', name, baseUrl, String(seconds)], 'pipe')
    let output = ''
    child.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
    if (code !== 0) throw new Error(`The attack "${name}" ended with ${code}`)
    return JSON.parse(output) as Record<string, number>
  }

  /** A broken invariant makes every figure worthless: the run fails. */
  async checkBooks(): Promise<void> {
    const check = spawnScript(['bin/console.ts', 'ledger:check'], 'pipe')
    let output = ''
    check.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const code = await new Promise<number | null>((resolve) => check.on('close', resolve))
    if (code !== 0) throw new Error(`The check of the books ended with ${code}:\n${output}`)
    print('all invariants of the books', 'hold')
  }
}

function spawnScript(script: string[], stdout: 'ignore' | 'pipe' = 'ignore'): ChildProcess {
  return spawn(process.execPath, [...TYPESCRIPT, ...script], {
    cwd: ROOT,
    stdio: ['ignore', stdout, 'inherit'],
    env: { ...process.env, LOG_LEVEL: 'warn', NODE_ENV: process.env.NODE_ENV ?? 'development' },
  })
}

async function ready(baseUrl: string): Promise<void> {
  for (let attempt = 0; attempt < READY_ATTEMPTS; attempt++) {
    const answer = await fetch(`${baseUrl}/health/ready`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('The server did not become ready within 30 s')
}
