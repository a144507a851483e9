import { test } from '@japa/runner'
import type { Address } from '#modules/custody/core/chain_types'
import { TradingRealm, Trader } from '#tests/functional/venue/support/trading_realm'
import { accepted, eventually, until, type AnyData } from '#tests/support/client'
import { booksAreSound } from '#tests/support/sound_books'
import { Holder, giveKey, hashOf, poolOf, zoneOf } from './support/holder.ts'
import { indexed, sheetOf } from './support/pool_hand.ts'

const BTC = 'vn:0:BTC'
const USD = 1_000_000n

let trading: TradingRealm
let holder: Holder
let boundaryId: string
let pool: Address

async function trader(path: string, cash: string): Promise<Trader> {
  const { id } = await trading.realm.object(path, { type: 'exchange' })
  const made = new Trader(trading, id, path)
  const moved = accepted(await made.move('/zone/cash', path, cash))
  await trading.realm.completed(moved.operation.id)
  return made
}

const settledAt = async (path: string) => Number(await trading.realm.settled(path))

/** Both books, and what the chain holds, say the same; what was taken is booked to its end. */
async function agrees() {
  await until('the books of the boundary and of the chain to agree', async () => {
    await indexed()
    const { conservation, boundaries } = await sheetOf(trading.realm)
    const owed = boundaries.filter(({ surplus }: AnyData) => surplus !== '0.00')
    const left = await settledAt(`/_system/recovery/${boundaryId}`).catch(() => null)
    return conservation && owed.length === 0 && left === 0
  })
  await booksAreSound(trading.realm)
}

/** The amounts that accounts have lost to the holder, once the first of them is booked. */
function takenFromVaults(): Promise<string[]> {
  const query = { realmId: trading.id, path: `/_system/recovery/${boundaryId}/vaults/` }
  return eventually('what was taken from a vault', async () => {
    const found = await trading.client.get('/api/v1/operations', query)
    const operations = accepted(found).operations as AnyData[]
    const amounts = operations.map(
      ({ outcome }) => (JSON.parse(outcome) as AnyData).amount as string
    )
    return amounts.length > 0 ? amounts : null
  })
}

/** Takes all cash of the boundary, then brings vaults home and takes what was in them. */
async function takeWith(...vaults: Trader[]): Promise<bigint> {
  const before = await holder.tokensOf(holder.address)
  await holder.takeAll(pool, boundaryId)
  for (const { id } of vaults) await holder.call(pool, 'recoverVault', [hashOf(id)])
  await holder.takeAll(pool, boundaryId)
  return (await holder.tokensOf(holder.address)) - before
}

test.group('custody | vaults taken with a recovery key', (group) => {
  group.each.setup(async () => {
    trading = await TradingRealm.open()
    await trading.price(BTC, '60000')
    holder = await Holder.appear()
    boundaryId = await zoneOf(trading.realm, '/zone')
    await giveKey(trading.realm, boundaryId, holder)
    await trading.realm.account('/zone/cash', '1000.00')
    pool = await poolOf(trading.realm)
  })

  test('of an account with a position: it loses what was taken', async ({ assert }) => {
    const long = await trader('/zone/long', '500.00')
    const other = await trader('/zone/other', '200.00')
    accepted(await long.order({ market: BTC, size: '0.02', leverage: 5 }))
    // In the journal a long is paid for in full.
    assert.isBelow(await settledAt(long.path), 0)
    assert.equal(await takeWith(long), 800n * USD)
    assert.deepEqual(await takenFromVaults(), ['500.00'])
    await agrees()
    assert.equal(await settledAt(other.path), 200)
    assert.equal(await settledAt('/zone/cash'), 0)
    assert.equal(await settledAt(`/_system/recovery/${boundaryId}`), 0)
    // What the account owes now is the venue's to wind up; the boundary owes nothing for it.
    await trading.tick()
    await agrees()
  })

  test('of a flat account that has lost money: more is taken than it has', async ({ assert }) => {
    const loser = await trader('/zone/loser', '100.00')
    accepted(await loser.order({ market: BTC, size: '0.005', leverage: 5 }))
    await trading.price(BTC, '57000')
    accepted(await loser.order({ market: BTC, side: 'sell', size: '0.005', reduceOnly: true }))
    const left = await settledAt(loser.path)
    assert.isBelow(left, 100)
    assert.equal(await takeWith(loser), 1000n * USD)
    assert.deepEqual(await takenFromVaults(), ['100.00'])
    assert.approximately(await settledAt(loser.path), left - 100, 0.000001)
    await agrees()
    assert.equal(await settledAt(`/_system/recovery/${boundaryId}`), 0)
  })
})
