import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { privateKeyToAddress } from 'viem/accounts'
import type { Bench } from '../bench.ts'
import { TRANSFERS_A_REQUEST } from '../bulk_load.ts'
import { median, print } from '../report.ts'
import type { ServiceClient } from '../service_client.ts'

/** Keys that settle live realms. One is the operator itself; of more, a further one is for paper. */
const KEYS = [1, 2, 4]
const REALMS = 4
/** Of all realms together. */
const TRANSFERS = 4_000
const FUNDS = '100000.00'
const WITHDRAWALS = 10
const POLL_MS = 10
const [SOURCE, ZONE, TARGET] = ['/cash', '/zone', '/zone/cash']
const DESTINATION = '0x00000000000000000000000000000000000000bb'

/**
 * Live realms whose settlements cross boundaries: with one key for all, and with settlers of their own. Beside it a
 * withdrawal of a realm in which nothing else happens, with the chain quiet and while the others settle.
 */
export async function keys(bench: Bench) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-keys-'))
  try {
    let one: Figures | null = null
    for (const count of KEYS) {
      const settings: Record<string, string> =
        count === 1 ? {} : { SETTLER_SIGNERS: await namedKeys(folder, count + 1) }
      await bench.withService(settings, async (client) => {
        const found = await measure(client)
        tell(count, found, (one ??= found))
      })
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** As the setting names them: addresses, with files of new keys. */
async function namedKeys(folder: string, count: number): Promise<string> {
  const named = Array.from({ length: count }, async (_, index) => {
    const key = `0x${randomBytes(32).toString('hex')}` as const
    const file = join(folder, `${count}-${index}`)
    await writeFile(file, key, { mode: 0o400 })
    return `${privateKeyToAddress(key)}=file:${file}`
  })
  return (await Promise.all(named)).join(',')
}

interface Figures {
  /** Settled a second, of all realms together. */
  rate: number
  /** Milliseconds that a withdrawal took, each one. */
  alone: number[]
  beside: number[]
}

async function measure(client: ServiceClient): Promise<Figures> {
  const made = Array.from({ length: REALMS + 1 }, () => liveRealm(client))
  const [quiet, ...realms] = (await Promise.all(made)) as [ServiceClient, ...ServiceClient[]]
  await settle(realms, REALMS * TRANSFERS_A_REQUEST, 'warm')
  const alone = await waits(quiet, () => true)
  const startedAt = performance.now()
  let isFlooded = true
  const flood = settle(realms, TRANSFERS, 'load').then(() => {
    isFlooded = false
    return (REALMS * perRealm(TRANSFERS)) / ((performance.now() - startedAt) / 1000)
  })
  const beside = await waits(quiet, () => isFlooded)
  return { rate: await flood, alone, beside }
}

/** @param one what a single key made of the same */
function tell(count: number, { rate, alone, beside }: Figures, one: Figures) {
  const by = count === 1 ? 'one key' : `${count} keys`
  print(`${by}: ${REALMS} live realms, settled a second`, rate.toFixed(0))
  if (count > 1) print('  beside one key', (rate / one.rate).toFixed(2))
  print('  a live withdrawal by itself, median', `${median(alone).toFixed(0)} ms`)
  const what = `  and while they settle, median of ${beside.length}`
  if (beside.length === 0) return print(what, 'none ended in time')
  print(what, `${median(beside).toFixed(0)} ms`)
  print('  beside a quiet chain', (median(beside) / median(alone)).toFixed(2))
}

/** With money at its source, and another boundary. */
async function liveRealm(client: ServiceClient): Promise<ServiceClient> {
  const { data } = await client.post('/api/v1/realms', { name: 'Bench', asset: 'live' })
  const realm = client.with({ realmId: data.id })
  const { realmId } = realm
  await realm.post('/api/v1/isolation-zones', { realmId, path: ZONE })
  for (const path of [SOURCE, TARGET]) await realm.post('/api/v1/objects', { realmId, path })
  await poolReady(realm)
  const request = { realmId, objectPath: SOURCE, amount: FUNDS }
  const deposit = await realm.post('/api/v1/fund-account', request)
  await realm.post('/dev/chain/faucet', { address: deposit.data.poolAddress, amount: FUNDS })
  await ended(realm)
  return realm
}

/** Before that there is no address to pay to. */
async function poolReady(realm: ServiceClient) {
  for (;;) {
    const status: unknown = await realm.get(`/api/v1/custody/status?realmId=${realm.realmId}`)
    if ((status as { contractAddress: string | null }).contractAddress) return
    await delay(POLL_MS)
  }
}

function perRealm(total: number): number {
  return Math.ceil(total / REALMS / TRANSFERS_A_REQUEST) * TRANSFERS_A_REQUEST
}

async function settle(realms: readonly ServiceClient[], total: number, name: string) {
  const send = async (realm: ServiceClient) => {
    for (let sent = 0; sent < perRealm(total); sent += TRANSFERS_A_REQUEST) {
      const transfers = Array.from({ length: TRANSFERS_A_REQUEST }, (_, index) => ({
        path: `/op/${name}/${sent + index}`,
        sourceObjectPath: SOURCE,
        targetObjectPath: TARGET,
        amount: '1.00',
      }))
      const { realmId } = realm
      await realm.post('/api/v1/transfers/bulk', { realmId, mode: 'independent', transfers })
    }
    await ended(realm)
  }
  await Promise.all(realms.map(send))
}

async function ended(realm: ServiceClient) {
  for (;;) {
    const { data } = await realm.get(`/api/v1/summary?realmId=${realm.realmId}`)
    if ((data as unknown as { pendingOperationCount: number }).pendingOperationCount === 0) return
    await delay(POLL_MS)
  }
}

/** From the request to the final journal entry, one after the other, those that end while `counts`. */
async function waits(realm: ServiceClient, counts: () => boolean): Promise<number[]> {
  const found: number[] = []
  const { realmId } = realm
  for (let index = 0; index < WITHDRAWALS && counts(); index++) {
    const startedAt = performance.now()
    await realm.post('/api/v1/defund-account', {
      realmId,
      objectPath: SOURCE,
      amount: '1.00',
      destinationAddress: DESTINATION,
    })
    await ended(realm)
    if (counts()) found.push(performance.now() - startedAt)
  }
  return found
}
