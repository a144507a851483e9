import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { SECONDS } from './flags.ts'
import { RawLoop, type RawStyle } from './raw_loop.ts'
import { print } from './report.ts'
import { ServiceClient } from './service_client.ts'
import { ServiceProcesses, checkBooks, spawnScript } from './service_processes.ts'

export const ACCOUNTS = 64
/** Where the flattering loop is looked for at its best. */
const RAW_CONNECTIONS = [16, 32, 64]

/** The service under test, and the yardstick on the same database server. */
export class Bench {
  #raw = new Map<string, RawLoop>()
  #bestRaw: number | undefined

  private constructor(
    readonly client: ServiceClient,
    /** Funded objects. */
    readonly paths: string[],
    private processes: ServiceProcesses
  ) {}

  static async start(): Promise<Bench> {
    const processes = await ServiceProcesses.start()
    const client = new ServiceClient(processes.baseUrl)
    try {
      await client.signIn()
      return new Bench(client, await client.fundedObjects(ACCOUNTS), processes)
    } catch (error) {
      processes.stop()
      throw error
    }
  }

  get serverPid(): number {
    return this.processes.serverPid
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

  /** The same service with other settings, for as long as the work takes. */
  async withService(
    settings: Record<string, string>,
    work: (client: ServiceClient) => Promise<void>
  ): Promise<void> {
    await this.processes.ended()
    this.processes = await ServiceProcesses.start(settings)
    try {
      await work(this.client)
    } finally {
      await this.processes.ended()
      this.processes = await ServiceProcesses.start()
    }
  }

  stop() {
    this.processes.stop()
    for (const raw of this.#raw.values()) void raw.close()
  }

  /** The loop that posting is compared with. @returns transfers a second */
  async raw(inFlight: number, style: RawStyle, seconds = SECONDS): Promise<number> {
    const key = `${style} ${inFlight}`
    let loop = this.#raw.get(key)
    if (!loop) {
      loop = await RawLoop.open({ inFlight, style, accounts: ACCOUNTS })
      this.#raw.set(key, loop)
    }
    return loop.run(seconds)
  }

  /** Budgets count against the flattering loop where it is fastest. @returns how many in flight that is */
  async bestRaw(): Promise<number> {
    if (this.#bestRaw !== undefined) return this.#bestRaw
    await this.raw(RAW_CONNECTIONS[0]!, 'flattering')
    let best = 0
    for (const inFlight of RAW_CONNECTIONS) {
      const rate = await this.raw(inFlight, 'flattering')
      print(`raw SQL loop, flattering, ${inFlight} in flight`, `${rate.toFixed(0)}/s`)
      if (rate <= best) continue
      best = rate
      this.#bestRaw = inFlight
    }
    return this.#bestRaw!
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
    await checkBooks()
    print('all invariants of the books', 'hold')
  }
}
