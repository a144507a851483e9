import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { transferLoad, type LoadResult } from './http_load.ts'
import { RawLoop } from './raw_loop.ts'
import { ServiceClient } from './service_client.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const TYPESCRIPT = ['--import=@poppinss/ts-exec']
const ACCOUNTS = 64
const IN_FLIGHT = 64
const ROUNDS = 3
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)

/**
 * Transfers over HTTP against the raw-SQL loop, in turn, in one run on one machine: the ratio holds
 * when the machine's speed drifts. The books are checked at the end; a broken invariant fails the run.
 */
async function main() {
  const children: ChildProcess[] = []
  try {
    children.push(start(['bin/server.ts']), start(['bin/console.ts', 'queue:work']))
    const baseUrl = process.env.APP_URL!
    await ready(baseUrl)
    const client = new ServiceClient(baseUrl)
    await client.signIn()
    const paths = await client.fundedObjects(ACCOUNTS)
    await compare(client, paths)
    await checkBooks()
  } finally {
    for (const child of children) child.kill('SIGTERM')
  }
}

async function compare(client: ServiceClient, paths: string[]) {
  const raw = new RawLoop({ inFlight: IN_FLIGHT, seconds: SECONDS, accounts: ACCOUNTS })
  const single = new RawLoop({ inFlight: 1, seconds: SECONDS, accounts: ACCOUNTS })
  await raw.prepare()
  const uniform = () => pickTwo(paths)
  const hot = (): [string, string] => [paths[0]!, paths[1]!]
  await transferLoad(client, { connections: IN_FLIGHT, seconds: 2, pick: uniform })

  const ratios: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const yardstick = await raw.run()
    const http = await transferLoad(client, {
      connections: IN_FLIGHT,
      seconds: SECONDS,
      pick: uniform,
    })
    ratios.push(http.perSecond / yardstick)
    print(`round ${round}: raw SQL loop, ${IN_FLIGHT} in flight`, `${yardstick.toFixed(0)}/s`)
    print(`round ${round}: POST /transfer, ${IN_FLIGHT} connections`, describe(http))
  }
  const hotPair = await transferLoad(client, {
    connections: IN_FLIGHT,
    seconds: SECONDS,
    pick: hot,
  })
  print('POST /transfer, all on one hot pair', describe(hotPair))
  const one = await transferLoad(client, { connections: 1, seconds: SECONDS, pick: uniform })
  const rawOne = await single.run()
  print('POST /transfer, 1 connection', describe(one))
  print(
    'raw SQL loop, 1 in flight',
    `${rawOne.toFixed(0)}/s (${(1000 / rawOne).toFixed(2)} ms each)`
  )
  print('ratio HTTP / raw SQL, median of rounds', `${median(ratios).toFixed(2)} (budget 1.50)`)
  print('ratio of p50, 1 connection', `${(one.p50Ms / (1000 / rawOne)).toFixed(2)} (budget 2.50)`)
  await Promise.all([raw.close(), single.close()])
}

function describe({ perSecond, p50Ms, p99Ms, refused }: LoadResult): string {
  return `${perSecond.toFixed(0)}/s, p50 ${p50Ms} ms, p99 ${p99Ms} ms, refused ${refused}`
}

function pickTwo(paths: string[]): [string, string] {
  const from = Math.floor(Math.random() * paths.length)
  const to = (from + 1 + Math.floor(Math.random() * (paths.length - 1))) % paths.length
  return [paths[from]!, paths[to]!]
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}

function start(script: string[]): ChildProcess {
  return spawn(process.execPath, [...TYPESCRIPT, ...script], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, LOG_LEVEL: 'warn', NODE_ENV: process.env.NODE_ENV ?? 'development' },
  })
}

async function ready(baseUrl: string): Promise<void> {
  for (let attempt = 0; attempt < 150; attempt++) {
    const answer = await fetch(`${baseUrl}/health/ready`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('The server did not become ready within 30 s')
}

async function checkBooks(): Promise<void> {
  const check = spawn(process.execPath, [...TYPESCRIPT, 'bin/console.ts', 'ledger:check'], {
    cwd: ROOT,
    stdio: 'ignore',
  })
  const code = await new Promise<number | null>((resolve) => check.on('exit', resolve))
  if (code !== 0) throw new Error('An invariant is broken; run "node ace ledger:check"')
  print('all invariants of the books', 'hold')
}

function print(what: string, figure: string) {
  process.stdout.write(`${what.padEnd(46)} ${figure}\n`)
}

await main()
