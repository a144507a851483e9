import { Office } from '#tests/functional/approvals/support/approving'
import { upload } from '#tests/functional/reconciliation/support/comparing'
import { DAY_MS, made } from '#tests/functional/schedules/support/scheduling'
import { accepted, type AnyData } from '#tests/support/client'
import { writeRows } from '#tests/support/rows'

interface Listed {
  realmId: string
  webhookId: string
}

/** A realm that has at least two of everything that the console lists. */
export interface ListedRealm extends Listed {
  /** of the builder, who signs in at the browser, too */
  email: string
  /** Lets the oldest of each be from days ago; the rest is from later than the day `until`. */
  makeOlder: () => Promise<{ until: string; ids: Record<string, string> }>
}

interface List {
  /** What the console calls it. */
  name: string
  table: string
  api: (listed: Listed) => string
  address: (listed: Listed) => string
  /** A status that nothing has here. */
  idle?: string
}

const ofRealm = (room: string) => ({
  table: room,
  api: ({ realmId }: Listed) => `/api/v1/${room}?realmId=${realmId}`,
  address: ({ realmId }: Listed) => `/console/realms/${realmId}/${room}`,
})

export const LISTS: List[] = [
  { name: 'Schedules', ...ofRealm('schedules'), idle: 'ended' },
  { name: 'Monitors', ...ofRealm('monitors') },
  { name: 'Reconciliations', ...ofRealm('reconciliations'), idle: 'cancelled' },
  { name: 'Webhooks', ...ofRealm('webhooks') },
  {
    name: 'Deliveries',
    table: 'webhook_deliveries',
    api: ({ webhookId }) => `/api/v1/webhooks/${webhookId}/deliveries`,
    address: ({ realmId, webhookId }) => `/console/realms/${realmId}/webhooks/${webhookId}`,
    idle: 'delivered',
  },
  {
    name: 'Approvals',
    table: 'approvals',
    api: () => '/api/v1/approvals',
    address: () => '/console/approvals',
    idle: 'denied',
  },
  {
    name: 'Sessions',
    table: 'sessions',
    api: () => '/api/v1/auth/sessions',
    address: () => '/console/sessions',
  },
]

export async function listedRealm(): Promise<ListedRealm> {
  const office = await Office.open()
  const { realm, maker } = office
  const { client } = realm
  const key = await office.key()
  const watched = { objectPath: '/treasury', measure: 'settled', direction: 'below' }
  const webhookIds: string[] = []
  for (const turn of ['1', '2']) {
    await made(realm, `/op/rent/${turn}`)
    accepted(await realm.post('/monitors', { ...watched, threshold: `5${turn}` }))
    accepted(await upload(realm, { objectPath: '/treasury' }))
    const { webhook } = accepted(await realm.post('/webhooks', { url: 'https://example.com/' }))
    webhookIds.push(webhook.id)
    accepted(await client.post(`/api/v1/webhooks/${webhookIds[0]}/test`))
    await office.asked(key)
  }
  const [webhookId] = webhookIds as [string]
  const listed = { email: maker.email, realmId: realm.id, webhookId }
  const oldestOf = async ({ api }: List): Promise<string> => {
    const answer: AnyData = (await client.get(api(listed))).body
    const rows = Object.values<AnyData>(answer.data ?? answer).find(Array.isArray) as AnyData[]
    return rows.at(-1).id
  }
  const makeOlder = async () => {
    const ids: Record<string, string> = {}
    for (const list of LISTS) {
      const id = await oldestOf(list)
      ids[list.name] = id
      await writeRows(
        `UPDATE ${list.table} SET created_at = created_at - INTERVAL 3 DAY WHERE id = ?`,
        [id]
      )
    }
    return { until: new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10), ids }
  }
  return { ...listed, makeOlder }
}
