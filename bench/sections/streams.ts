import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Bench } from '../bench.ts'
import { mainThreadSeconds } from '../cpu_time.ts'
import { SECONDS } from '../flags.ts'
import { transferLoad } from '../http_load.ts'
import { budget, print, progress } from '../report.ts'
import { ServiceClient } from '../service_client.ts'

/** An organization has 1,000 connections to a process at most. */
const REALMS = 10
const SOCKETS_EACH = 1000
/** An address has 4,000 connections to a process at most. */
const SOCKETS_PER_ADDRESS = 3000
const AT_ONCE = 40
const FUNDED = 8
const TRANSFERS_A_SECOND = 1000
const SETTLES_MS = 20_000
const KILOBYTE = 1000

const TIMESTAMP = /"timestamp":"([^"]+)"/

/**
 * 10,000 connections to one process, each watching an object of its own: what they take of its
 * memory, and how late they are told while transfers reach 1,000 of these objects a second.
 */
export async function streams(bench: Bench) {
  const { serverPid } = bench
  const realms = await Promise.all(Array.from({ length: REALMS }, () => realmOf(bench)))
  const before = residentBytes(serverPid)
  const latencies: number[] = []
  const sockets: WebSocket[] = []
  const show = progress('connections')
  try {
    for (const realm of realms) {
      for (let first = 0; first < SOCKETS_EACH; first += AT_ONCE) {
        const places = Array.from({ length: AT_ONCE }, (_, index) => first + index)
        const opened = places.map((place, index) => {
          const localAddress = addressOf(sockets.length + index)
          return watch(realm, { path: `/users/${place}`, localAddress, latencies })
        })
        sockets.push(...(await Promise.all(opened)))
        show(sockets.length, REALMS * SOCKETS_EACH)
      }
    }
    const startedAt = mainThreadSeconds(serverPid)
    await delay(SETTLES_MS)
    const busy = (mainThreadSeconds(serverPid) - startedAt) / (SETTLES_MS / 1000)
    const each = (residentBytes(serverPid) - before) / sockets.length / KILOBYTE
    print(`${sockets.length} connections with a watch each, kB each`, budget(each, '≤ 40'))
    print('main thread while nothing happens', `${(busy * 100).toFixed(1)} %`)
    const loads = await Promise.all(
      realms.map((realm) =>
        transferLoad(realm, {
          connections: 2,
          seconds: SECONDS,
          perSecond: TRANSFERS_A_SECOND / REALMS,
          pick: () => [`/accounts/${any(FUNDED)}`, `/users/${any(SOCKETS_EACH)}`],
        })
      )
    )
    await delay(SETTLES_MS / 10)
    const rate = loads.reduce((sum, { perSecond }) => sum + perSecond, 0)
    print('transfers to watched objects, frames', `${rate.toFixed(0)}/s, ${latencies.length}`)
    latencies.sort((one, other) => one - other)
    const p95 = latencies[Math.floor(latencies.length * 0.95)] ?? Number.NaN
    print('commit to push, p95 in milliseconds', budget(p95, '≤ 250'))
  } finally {
    for (const socket of sockets) socket.terminate()
  }
}

async function realmOf(bench: Bench): Promise<ServiceClient> {
  const client = new ServiceClient(bench.client.baseUrl)
  await client.signIn()
  await client.fundedObjects(FUNDED)
  const { realmId } = client
  await bench.inProcess('objects', { realmId, prefix: '/users', count: SOCKETS_EACH })
  return client
}

/** One connection, as cheap as it can be: it shares the machine. */
function watch(
  { baseUrl, realmId, headers }: ServiceClient,
  { path, localAddress, latencies }: { path: string; localAddress: string; latencies: number[] }
): Promise<WebSocket> {
  const token = headers.authorization!.slice('Bearer '.length)
  const address = `${baseUrl.replace(/^http/, 'ws')}/api/v1/ws`
  const socket = new WebSocket(address, { localAddress, perMessageDeflate: false })
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', (code) => reject(new Error(`A connection ended with ${code}`)))
    socket.once('open', () => socket.send(JSON.stringify({ action: 'auth', realmId, token })))
    socket.on('message', (data: Buffer) => {
      const text = data.toString()
      if (text.startsWith('{"deliverySeq"')) {
        latencies.push(Date.now() - Date.parse(TIMESTAMP.exec(text)![1]!))
      } else if (text.startsWith('{"type":"authenticated"')) {
        socket.send(JSON.stringify({ action: 'watch', path }))
      } else if (text.startsWith('{"type":"watch_snapshot"')) resolve(socket)
      else reject(new Error(text))
    })
  })
}

function addressOf(place: number): string {
  return `127.0.0.${2 + Math.floor(place / SOCKETS_PER_ADDRESS)}`
}

function any(count: number): number {
  return Math.floor(Math.random() * count)
}

/** What the process has of the machine's memory for itself. Linux only. */
function residentBytes(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Rss:\s+(\d+) kB$/m.exec(text)![1]) * 1024
}
