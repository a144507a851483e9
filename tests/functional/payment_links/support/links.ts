import { Client, accepted, type AnyData, type TestRealm } from '#tests/support/client'
import { writeRows } from '#tests/support/rows'

export const LINKS = '/api/v1/payment-links'

/** EIP-55's own example, and the same with one letter in the other case. */
export const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
export const MISTYPED = '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

export interface LinkView {
  id: string
  url: string
  token: string
  status: string
  operationId: string
  [field: string]: AnyData
}

/** Opens a link; a deposit of 10 USD to `/till` unless said otherwise. */
export async function openLink(
  realm: TestRealm,
  body: Record<string, unknown> = {}
): Promise<LinkView> {
  const terms = { realmId: realm.id, type: 'deposit', objectPath: '/till', amount: '10', ...body }
  return accepted(await realm.client.post(LINKS, terms)).paymentLink as LinkView
}

/** Lets the link's time pass, without its end being recorded. */
export async function letTimePass({ id }: LinkView): Promise<void> {
  await writeRows`UPDATE payment_links
      SET expires_at = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND, held_until = NULL WHERE id = ${id}`
}

const guest = Client.anonymous()

/** What the holder of the token sees. */
export async function paymentOf({ token }: Pick<LinkView, 'token'>): Promise<AnyData> {
  return accepted(await guest.get(`/api/v1/pay/${token}`)).payment
}

export function confirm({ token }: Pick<LinkView, 'token'>, body: Record<string, unknown> = {}) {
  return guest.post(`/api/v1/pay/${token}/confirm`, body)
}

/** Types of the events at a path, oldest first. */
export async function eventsAt(realm: TestRealm, type: string): Promise<AnyData[]> {
  const { events } = accepted(await realm.get('/events', { type }))
  return (events as AnyData[]).map(({ payload }) => JSON.parse(payload as string) as AnyData)
}
