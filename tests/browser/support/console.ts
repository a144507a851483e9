import { randomUUID } from 'node:crypto'
import type { Visit } from '#tests/support/browser'
import { Client, accepted, type TestRealm } from '#tests/support/client'

export const MARKET = 'vn:0:BTC'

/** A builder whose realm has something of everything that the console shows and does. */
export interface FurnishedRealm {
  email: string
  realm: TestRealm
  exchangeId: string
}

/**
 * @param email of the builder, who signs in at the browser, too
 */
export async function furnishedRealm(email: string, name: string): Promise<FurnishedRealm> {
  const client = await Client.signIn(email)
  const realm = await client.realm({ name })
  await realm.account('/users/ann/wallet', '1000.00')
  await realm.object('/users/bob/wallet')
  accepted(await realm.declareZone('/vault'))
  await realm.object('/vault/safe')
  const metadata = JSON.stringify({ venue: 'venue-sim' })
  const { id: exchangeId } = await realm.object('/users/ann/perps', { type: 'exchange', metadata })
  const funding = await realm.transfer('/users/ann/wallet', '/users/ann/perps', '500.00')
  await realm.completed(funding.id)
  await placeOrder(realm, exchangeId, { side: 'buy', orderType: 'MARKET', size: '0.005' })
  const { mids } = accepted(await client.get('/api/v1/exchange/market/mids'))
  const price = String(Math.floor((Number(mids[MARKET]) * 0.9) / 100) * 100)
  const resting = { side: 'buy', orderType: 'LIMIT', size: '0.01', price }
  await placeOrder(realm, exchangeId, resting)
  return { email, realm, exchangeId }
}

async function placeOrder(realm: TestRealm, exchangeId: string, fields: Record<string, string>) {
  const body = { path: `/op/${randomUUID()}`, market: MARKET, realmId: realm.id, ...fields }
  accepted(await realm.client.post(`/api/v1/objects/${exchangeId}/exchange/orders`, body))
}

/** Signs in on the way to a page of the console. */
export async function enter(visit: Visit, path: string, email: string) {
  await visit.page.goto(path)
  await visit.fillWithKeyboard(email, 'Ann Example')
  await visit.page.waitForURL(path)
  await drawn(visit)
}

/** Goes to another page of the console. */
export async function walkTo(visit: Visit, path: string) {
  await visit.page.goto(path)
  await drawn(visit)
}

/** Goes on to another page as a link does: what is loaded once is not loaded again. */
export async function goOn(visit: Visit, path: string) {
  const address = JSON.stringify(path)
  await visit.page.evaluate(
    `history.pushState(null, '', ${address}); dispatchEvent(new PopStateEvent('popstate'))`
  )
  await drawn(visit)
}

async function drawn({ page }: Visit) {
  await page.locator('main:not([aria-busy]) h1').waitFor()
}

/** The browser reports every refusal, also those that lead to signing in and to an organization. */
export function unexpected({ consoleErrors }: Visit): string[] {
  return consoleErrors.filter((text) => !text.includes('/auth/access'))
}
