import { type SqlValue } from '#app/storage/database'
import { Wallet, bare, zone } from '#tests/functional/custody/support/withdrawing'
import { SimStage } from '#tests/functional/venue/support/sim_stage'
import { TradingRealm, type Trader } from '#tests/functional/venue/support/trading_realm'
import type { KeyedPost } from '#tests/support/brought_samples'
import { TestRealm, type AnyData, type Client, type Reply } from '#tests/support/client'
import { readRows } from '#tests/support/rows'

export type { KeyedPost }

export type Body = Record<string, unknown>

/** @param key the key it will be sent with: some of what is signed names the path made from it */
export type MakeKeyedPost = (world: World, key: string) => Promise<KeyedPost> | KeyedPost

export async function number(sql: string, ...values: SqlValue[]): Promise<number> {
  const [row] = await readRows<{ amount: string }>(sql, values)
  return Number(row?.amount ?? 0)
}

export const rows = (from: string, ...values: SqlValue[]) =>
  number(`SELECT COUNT(*) AS amount FROM ${from}`, ...values)

export const operationsOf = (realmId: string) => () =>
  rows('operations WHERE realm_id = ?', realmId)

export function sendKeyed(
  { client, address, body }: Pick<KeyedPost, 'client' | 'address' | 'body'>,
  key: string
): Promise<Reply<AnyData>> {
  return client.send('POST', address, body, { 'idempotency-key': key })
}

export const isReplayed = ({ headers }: Reply<unknown>) =>
  headers.get('idempotent-replayed') === 'true'

/** Parts of an answer that show a thing as it is now, by the field that says which thing it is. */
const LIVING = ['operation', 'object', 'order', 'orders', 'twap', 'paymentLink', 'event']

/** An answer without what may go on between an operation's start and its end. */
export function told({ status, body }: Reply<unknown>): unknown {
  const named = (value: AnyData): unknown =>
    Array.isArray(value) ? value.map(named) : (value?.id ?? value)
  const steady = (payload: AnyData) =>
    payload === null || typeof payload !== 'object'
      ? payload
      : Object.fromEntries(
          // A hash is there once the operation has been sent.
          Object.entries(payload as Body)
            .filter(([name]) => name !== 'txHash')
            .map(([name, value]) => [name, LIVING.includes(name) ? named(value) : value])
        )
  const { data, ...rest } = body as Body
  return { status, ...(steady(rest) as Body), data: steady(data) }
}

/** Everything the requests of the table need. */
export interface World {
  realm: TestRealm
  admin: Client
  stage: SimStage
  trading: TradingRealm
  trader: Trader
  /** A boundary that nothing was done to, one with a holder, an armed one with money in it, and one where keys wait. */
  boundaries: { bare: string; held: string; armed: string; waiting: string }
  cosigner: Wallet
}

export async function openWorld(admin: Client): Promise<World> {
  const realm = await TestRealm.with({ '/idem/a': '1000', '/idem/b': '1000' })
  const stage = await SimStage.open(realm.client)
  const trading = await TradingRealm.open()
  await trading.price('vn:0:BTC', '60000')
  const trader = await trading.trader('keyed', '10000.00')
  const boundaries = {
    bare: await zone(realm, '/bare'),
    held: await zone(realm, '/held'),
    armed: await zone(realm, '/armed'),
    waiting: await zone(realm, '/waiting'),
  }
  await realm.account('/armed/a', '100')
  const cosigner = new Wallet()
  await cosigner.hold(realm, boundaries.held)
  await cosigner.hold(realm, boundaries.armed)
  const arming = { realmId: realm.id }
  bare(await realm.client.post(`/api/v1/custody/boundaries/${boundaries.armed}/arm`, arming))
  const locked = { realmId: realm.id, seconds: 3600 }
  bare(
    await realm.client.post(`/api/v1/custody/boundaries/${boundaries.waiting}/time-lock`, locked)
  )
  return { realm, admin, stage, trading, trader, boundaries, cosigner }
}
