import { test } from '@japa/runner'
import type { ChainValue, Hex } from '#modules/custody/core/chain_types'
import { ContractWorld } from '../support/contract_world.ts'
import { ProtectedRealm } from './support/protected_realm.ts'

/** What a transaction may use at most since EIP-7825. */
const TRANSACTION_GAS = 16_777_216n
const BATCH = 200n

let realm: ProtectedRealm

function lens(fn: string, args: ChainValue[]) {
  return realm.world.read('CustodyLens', realm.world.plan.lens, fn, [realm.pool, ...args])
}

async function settle(items: ChainValue[]) {
  const data = realm.world.gateway.encode('RealmCustody', 'settleBatch', [items])
  return realm.world.send(realm.world.operator, realm.pool, data)
}

test.group('custody | batches of settlements, on a real node', (group) => {
  group.setup(async () => {
    const world = await ContractWorld.start()
    realm = await ProtectedRealm.create(world)
    return () => world.anvil.kill()
  })

  test('the largest batch fits a transaction, and sent again does nothing', async ({ assert }) => {
    const items = Array.from({ length: Number(BATCH) }, (_, index) =>
      realm.settlement(
        BigInt(index),
        index % 2 === 0 ? 'plain' : 'house',
        index % 2 === 0 ? 'house' : 'plain',
        1n
      )
    )
    const receipt = await settle(items)
    console.log(`gas of a settlement in a batch of ${BATCH}: ${receipt.gasUsed / BATCH}`)
    assert.isTrue(receipt.succeeded)
    assert.isBelow(Number(receipt.gasUsed), Number(TRANSACTION_GAS / 2n))
    const events = realm.world.gateway.decodeLogs(receipt.logs)
    assert.isTrue(events.every(({ name }) => name === 'Settled'))
    const again = await settle(items)
    const skipped = realm.world.gateway.decodeLogs(again.logs)
    assert.lengthOf(skipped, Number(BATCH))
    assert.isTrue(skipped.every(({ name }) => name === 'Skipped'))
    assert.equal(await realm.read('highestOpSeq'), BATCH - 1n)
  })

  test('the lens answers what became of many ids at once', async ({ assert }) => {
    await realm.act('voidSettlements', [[{ opSeq: 500n, opId: realm.id('op') }]])
    assert.deepEqual(await lens('settlementOutcomes', [[0n, 500n, 501n]]), [1n, 2n, 0n])
    const operations = await lens('outcomesOf', [[realm.id('op_plain'), realm.id('unused')]])
    assert.deepEqual(operations, [1n, 0n])
  })

  test('the pages of the lens sum up to the totals of the pool', async ({ assert }) => {
    const totals = (await lens('totals', [])) as Record<string, bigint>
    const rows = (await lens('boundaryPage', [0n, 100n])) as unknown as {
      boundaryId: Hex
      boundary: { balance: bigint; vaulted: bigint }
    }[]
    assert.equal(BigInt(rows.length), totals.boundaryCount)
    const sum = rows.reduce(
      (total, { boundary }) => total + boundary.balance + boundary.vaulted,
      0n
    )
    assert.equal(sum, await realm.read('contractTotal'))
    const objects = (await lens('objectPage', [0n, 100n])) as unknown as { held: bigint }[]
    const vaulted = objects.reduce((total, { held }) => total + held, 0n)
    assert.equal(vaulted, totals.vaultedTotal)
    assert.equal(totals.poolHeld! + vaulted, sum)
  })

  test('the lens shows what lies at deposit addresses before the credit', async ({ assert }) => {
    const intent = [{ boundaryId: realm.id('plain'), ref: realm.id('intent') }]
    const before = (await lens('deposits', [intent])) as unknown as { addresses: string[] }
    const { world } = realm
    const [address] = before.addresses
    await world.act(world.operator, 'TestUSD', world.plan.token, 'mint', [address!, 7n])
    const after = (await lens('deposits', [intent])) as unknown as { held: bigint[] }
    assert.deepEqual(after.held, [7n])
    const stranger = realm.stranger
    const [credited] = (
      await realm.act('sweepDeposit', Object.values(intent[0]!), stranger)
    ).filter(({ name }) => name === 'Credited')
    assert.containSubset(credited!.args, { amount: 7n, ref: realm.id('intent'), kind: 2n })
  })
})
