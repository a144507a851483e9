import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Bench } from '../bench.ts'
import { median, print } from '../report.ts'
import type { ServiceClient } from '../service_client.ts'

const RECEIVERS = 50
const DEAD = 5
const REALMS = 5
/** Of each realm; every receiver gets those of its realm. */
const EVENTS = 223
const IN_FLIGHT = 8
const POLL_MS = 20

/** 10,000 events to 45 receivers, beside five that never answer. */
export async function webhooks({ client }: Bench) {
  const receivers = await Receivers.open()
  const made: string[] = []
  try {
    const realms = await Promise.all(Array.from({ length: REALMS }, () => openRealm(client)))
    for (let number = 0; number < RECEIVERS; number++) {
      const url = `${receivers.base}/${number < DEAD ? 'dead' : 'alive'}/${number}`
      const asked = { realmId: realms[number % REALMS], url, types: ['object.created'] }
      const { data } = await client.post('/api/v1/webhooks', asked)
      made.push((data as unknown as { webhook: { id: string } }).webhook.id)
    }
    const startedAt = performance.now()
    await Promise.all(realms.map((realmId) => createObjects(client, realmId)))
    print('  objects created after', `${seconds(startedAt)} s`)
    const total = EVENTS * (RECEIVERS - DEAD)
    while (receivers.latenciesMs.length < total) await delay(POLL_MS)
    const rate = total / ((performance.now() - startedAt) / 1000)
    print(
      `${total} deliveries to ${RECEIVERS - DEAD} receivers, ${DEAD} dead`,
      `${rate.toFixed(0)}/s`
    )
    print('commit to receiver, median', `${median(receivers.latenciesMs).toFixed(0)} ms`)
    print('commit to receiver, slowest', `${Math.max(...receivers.latenciesMs).toFixed(0)} ms`)
  } finally {
    // The dead ones would be asked again beside the next section.
    for (const id of made) await remove(client, id)
    receivers.close()
  }
}

/** Receivers on one port of this process. */
class Receivers {
  /** From the commit of an event to its arrival, of the first attempt that arrived. */
  readonly latenciesMs: number[] = []
  #seen = new Set<string>()

  private constructor(private server: Server) {}

  static async open(): Promise<Receivers> {
    const receivers = new Receivers(createServer())
    const { server } = receivers
    server.on('request', (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        if (request.url!.startsWith('/dead/')) return
        response.writeHead(204).end()
        receivers.#note(`${request.url} ${request.headers['webhook-id']}`, Buffer.concat(chunks))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return receivers
  }

  get base(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  close() {
    this.server.closeAllConnections()
    this.server.close()
  }

  #note(name: string, body: Buffer) {
    if (this.#seen.has(name)) return
    this.#seen.add(name)
    const { timestamp } = JSON.parse(body.toString()) as { timestamp: string }
    this.latenciesMs.push(Date.now() - Date.parse(timestamp))
  }
}

async function openRealm(client: ServiceClient): Promise<string> {
  const { data } = await client.post('/api/v1/realms', { name: 'Webhooks' })
  return data.id
}

async function createObjects(client: ServiceClient, realmId: string): Promise<void> {
  let next = 0
  const loop = async () => {
    while (next < EVENTS)
      await client.post('/api/v1/objects', { realmId, path: `/hooked/${next++}` })
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, loop))
}

async function remove({ baseUrl, headers }: ServiceClient, id: string): Promise<void> {
  const answer = await fetch(`${baseUrl}/api/v1/webhooks/${id}`, { method: 'DELETE', headers })
  if (!answer.ok) throw new Error(`A webhook could not be deleted: ${answer.status}`)
}

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1)
