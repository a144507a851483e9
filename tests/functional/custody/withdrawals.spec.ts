import { test } from '@japa/runner'
import { PAPER_DESTINATION } from '#modules/custody/services/carry_withdrawal'
import { TestRealm, accepted, eventually, type OperationView } from '#tests/support/client'
import { freshAddress, poolOf, tokensOf, withdrawalOf } from './support/withdrawing.ts'
import { chainOfApp } from './support/process.ts'

interface Opened {
  operation: OperationView
  txHash: string | null
}

let realm: TestRealm

const send = (more: Record<string, unknown> = {}) =>
  realm.client.post<Opened>('/api/v1/defund-account', withdrawalOf(realm, more))

/** Opened, and its transaction: a caller waits two seconds for it, and learns it later by asking again. */
async function named(request: Record<string, unknown>): Promise<Opened> {
  const ask = async () =>
    accepted(await realm.client.post<Opened>('/api/v1/defund-account', request))
  const first = await ask()
  const txHash =
    first.txHash ?? (await eventually('its transaction', async () => (await ask()).txHash))
  return { ...first, txHash }
}

const rulesOf = async (more: Record<string, unknown>) => {
  const { status, error } = await send(more)
  return [status, ...(error.details?.fields ?? []).map(({ field, rule }) => `${field}:${rule}`)]
}

async function transactionsOf(operationId: string) {
  const reply = await realm.evidence(operationId)
  return accepted(reply).evidence
}

test.group('custody | withdrawals', (group) => {
  group.setup(async () => {
    realm = await TestRealm.with({ '/a': '1000.00' })
  })

  test('the answer names the transaction, and the money arrives', async ({ assert }) => {
    const destinationAddress = freshAddress()
    const request = withdrawalOf(realm, { destinationAddress, amount: '12.34' })
    const { operation, txHash } = await named(request)
    assert.equal(operation.state, 'pending')
    assert.match(txHash!, /^0x[0-9a-f]{64}$/)
    const ended = await realm.completed(operation.id)
    assert.include(JSON.parse(ended.outcome), { status: 'completed', destinationAddress })
    assert.equal(await tokensOf(destinationAddress), 12_340_000n)
    const chain = await chainOfApp()
    assert.isTrue((await chain.gateway.receipt(txHash as `0x${string}`))!.succeeded)
  })

  test('the evidence shows the transaction and the proof of the event', async ({ assert }) => {
    const { operation, txHash } = await named(withdrawalOf(realm))
    await realm.completed(operation.id)
    const evidence = await transactionsOf(operation.id)
    const [transaction] = evidence.journal.chainTransactions
    assert.containSubset(transaction, { txHash, direction: 'outbound', operationId: operation.id })
    const chain = await chainOfApp()
    const { proofs } = evidence.journal
    assert.include(proofs.at(-1).externalRef, `${chain.settings.chainId}:${txHash}:`)
  })

  test('repeated it pays once and names the same transaction', async ({ assert }) => {
    const request = withdrawalOf(realm)
    const first = await named(request)
    await realm.completed(first.operation.id)
    const second = await realm.client.post<Opened>('/api/v1/defund-account', request)
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
    assert.equal(second.data.txHash, first.txHash)
    assert.equal(await tokensOf(request.destinationAddress), 10_000_000n)
  })

  test('sent ten times at once it pays once', async ({ assert }) => {
    const request = withdrawalOf(realm)
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => realm.client.post<Opened>('/api/v1/defund-account', request))
    )
    const ids = new Set(replies.map((reply) => accepted(reply).operation.id))
    assert.equal(ids.size, 1)
    await realm.completed([...ids][0]!)
    assert.equal(await tokensOf(request.destinationAddress), 10_000_000n)
  })

  test('many at once are all paid', async ({ assert }) => {
    const requests = Array.from({ length: 12 }, () => withdrawalOf(realm, { amount: '1.00' }))
    const replies = await Promise.all(
      requests.map((request) => realm.client.post<Opened>('/api/v1/defund-account', request))
    )
    for (const reply of replies) await realm.completed(accepted(reply).operation.id)
    for (const { destinationAddress } of requests) {
      assert.equal(await tokensOf(destinationAddress), 1_000_000n)
    }
  })

  test('simulated money without an address goes out of circulation', async ({ assert }) => {
    const before = await tokensOf(PAPER_DESTINATION)
    const { operation, txHash } = await named(
      withdrawalOf(realm, { destinationAddress: undefined, amount: '5.00' })
    )
    assert.isNotNull(txHash)
    const ended = await realm.completed(operation.id)
    assert.isNull((JSON.parse(ended.outcome) as { destinationAddress: null }).destinationAddress)
    assert.isTrue((await tokensOf(PAPER_DESTINATION)) - before >= 5_000_000n)
  })

  test('everything but the last withdrawal leaves the object active', async ({ assert }) => {
    await realm.account('/emptied', '3.00')
    const { operation } = accepted(await send({ objectPath: '/emptied', amount: '3.00' }))
    await realm.completed(operation.id)
    const found = await realm.find('/emptied')
    assert.equal(accepted(found).object?.status ?? accepted(found).status, 'withdrawn')
  })

  test('an address that is mistyped, nobody or ours is refused', async ({ assert }) => {
    const chain = await chainOfApp()
    const good = freshAddress()
    const mistyped = `0x${good[2] === 'a' ? 'b' : 'a'}${good.slice(3)}`
    const swapped = good.replace(/[a-f]/i, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
    )
    const field = (rule: string) => [400, `destinationAddress:${rule}`]
    if (/[a-f].*[A-F]|[A-F].*[a-f]/.test(mistyped.slice(2))) {
      assert.deepEqual(await rulesOf({ destinationAddress: mistyped }), field('checksum'))
    }
    if (/[a-f].*[A-F]|[A-F].*[a-f]/.test(swapped.slice(2))) {
      assert.deepEqual(await rulesOf({ destinationAddress: swapped }), field('checksum'))
    }
    const zero = `0x${'0'.repeat(40)}`
    assert.deepEqual(await rulesOf({ destinationAddress: zero }), field('zero_address'))
    const { factory, implementation, token, lens, operator } = chain.plan
    const other = await TestRealm.open()
    const pools = [await poolOf(realm), await poolOf(other)]
    for (const own of [...pools, factory, implementation, token, lens, operator]) {
      assert.deepEqual(await rulesOf({ destinationAddress: own }), field('foreign_address'), own)
      const lower = own.toLowerCase()
      assert.deepEqual(await rulesOf({ destinationAddress: lower }), field('foreign_address'), own)
    }
  })

  test('a deposit address of ours is refused: the money would come back', async ({ assert }) => {
    const funded = await realm.deposit('/a', '1.00')
    const { poolAddress } = accepted(funded) as { poolAddress: string }
    assert.deepEqual(await rulesOf({ destinationAddress: poolAddress }), [
      400,
      'destinationAddress:foreign_address',
    ])
  })

  test('an address in one case has no checksum and is taken', async ({ assert }) => {
    const address = freshAddress()
    for (const destinationAddress of [
      address.toLowerCase(),
      `0x${address.slice(2).toUpperCase()}`,
    ]) {
      const { operation } = accepted(await send({ destinationAddress, amount: '1.00' }))
      await realm.completed(operation.id)
    }
    assert.equal(await tokensOf(address), 2_000_000n)
  })

  test('real money needs an address', async ({ assert }) => {
    const live = await TestRealm.open({ asset: 'live' })
    await live.object('/a')
    const request = withdrawalOf(live, { destinationAddress: undefined })
    const { status, error } = await live.client.post('/api/v1/defund-account', request)
    assert.equal(status, 400)
    assert.containSubset(error.details?.fields, [{ field: 'destinationAddress', rule: 'required' }])
  })
})
