import { test } from '@japa/runner'
import {
  Client,
  TestRealm,
  accepted,
  atOnce,
  pluck,
  type AnyData,
  type OperationView,
} from '#tests/support/client'
import { freshAddress } from './support/withdrawing.ts'

const UNKNOWN = `0x${'ab'.repeat(32)}`

let realm: TestRealm
let deposit: OperationView
let crossings: string[]
let withdrawal: OperationView

async function found(query: Record<string, string | number | undefined>, client = realm.client) {
  const listed = await client.get('/api/v1/operations', { realmId: realm.id, ...query })
  const { operations, ...page } = accepted(listed)
  return { ids: pluck(operations, 'id') as string[], ...page }
}

const journalOf = async (id: string) => accepted(await realm.evidence(id)).evidence.journal

/** The hashes that the evidence of an operation shows. */
async function hashesOf(id: string): Promise<string[]> {
  return pluck((await journalOf(id)).chainTransactions, 'txHash')
}

async function referenceOf(id: string): Promise<string> {
  return (await journalOf(id)).proofs[0].externalRef
}

test.group('custody | operations of a transaction', (group) => {
  group.setup(async () => {
    realm = await TestRealm.open()
    accepted(await realm.declareZone('/vault'))
    await realm.object('/vault/safe')
    await realm.object('/till')
    deposit = await realm.fund('/till', '100')
    const moved = await atOnce(3, () => realm.transfer('/till', '/vault/safe', '5'))
    crossings = pluck(moved, 'id').toSorted()
    await Promise.all(crossings.map((id) => realm.completed(id)))
    const destinationAddress = freshAddress()
    const { operation } = accepted(await realm.withdraw('/till', '7', { destinationAddress }))
    withdrawal = await realm.completed(operation.id)
  })

  test('each operation is found by every hash that its evidence shows', async ({ assert }) => {
    for (const id of [deposit.id, withdrawal.id, ...crossings]) {
      const hashes = await hashesOf(id)
      assert.isNotEmpty(hashes)
      for (const transactionHash of hashes) {
        const { ids, total } = await found({ transactionHash })
        assert.include(ids, id, transactionHash)
        assert.lengthOf(ids, total)
      }
    }
  })

  test('a transaction with several is walked page by page, and filtered', async ({ assert }) => {
    const byHash = Map.groupBy(
      await Promise.all(crossings.map(async (id) => ({ id, hash: (await hashesOf(id))[0]! }))),
      ({ hash }) => hash
    )
    for (const [transactionHash, carried] of byHash) {
      const ids: string[] = []
      let cursor: string | null = null
      do {
        const page: AnyData = await found({ transactionHash, limit: 1, ...(cursor && { cursor }) })
        ids.push(...page.ids)
        cursor = page.nextCursor
      } while (cursor !== null)
      assert.sameMembers(ids, pluck(carried, 'id'))
      assert.isEmpty((await found({ transactionHash, type: 'deposit' })).ids)
      const upper = `0x${transactionHash.slice(2).toUpperCase()}`
      assert.lengthOf((await found({ transactionHash: upper, type: 'transfer' })).ids, ids.length)
    }
  })

  test('an operation is found by the reference in proof and statement', async ({ assert }) => {
    const reference = await referenceOf(deposit.id)
    assert.deepEqual((await found({ reference })).ids, [deposit.id])
    const { object } = accepted(await realm.find('/till'))
    const { lines } = accepted(await realm.get(`/objects/${object.id}/statement`))
    const line = lines.find(({ operationId }: AnyData) => operationId === withdrawal.id)
    assert.deepEqual((await found({ reference: line.reference })).ids, [withdrawal.id])
    const [transactionHash] = await hashesOf(withdrawal.id)
    assert.isEmpty((await found({ reference, transactionHash: transactionHash! })).ids)
  })

  test('nothing is told of other realms, nor of what a key may not read', async ({ assert }) => {
    const [transactionHash] = await hashesOf(deposit.id)
    const reference = await referenceOf(deposit.id)
    const stranger = await (await Client.signIn()).realm()
    for (const query of [{ transactionHash: transactionHash! }, { reference }]) {
      const theirs = { realmId: stranger.id, ...query }
      assert.isEmpty((await found(theirs, stranger.client)).ids)
      const asked = await stranger.client.get('/api/v1/operations', { realmId: realm.id, ...query })
      assert.equal(asked.status, 404)
    }
    const statement = { effect: 'Allow', actions: ['svc:ReadOperation'], resources: ['/vault/*'] }
    const token = accepted(
      await realm.client.post('/api/v1/auth/token', {
        realmId: realm.id,
        sub: 'eve',
        scope: { statements: [statement] },
      })
    ).token
    const eve = Client.withToken(token)
    assert.isEmpty((await found({ reference }, eve)).ids)
    const crossing = { reference: await referenceOf(crossings[0]!) }
    assert.deepEqual((await found(crossing, eve)).ids, [crossings[0]])
    for (const query of [{ transactionHash: UNKNOWN }, { reference: '100%_' }]) {
      assert.deepInclude(await found(query), { ids: [], total: 0, nextCursor: null })
    }
  })

  test('{$self} is no hash of a transaction and no reference')
    .with([
      'transactionHash=0x12',
      'transactionHash=',
      'reference=',
      `reference=${'x'.repeat(256)}`,
    ])
    .run(async ({ assert }, query) => {
      const path = `/api/v1/operations?realmId=${realm.id}&${query}`
      const { status, error } = await realm.client.get(path)
      assert.equal(status, 400)
      assert.deepEqual(pluck(error.details!.fields!, 'field'), [query.split('=')[0]])
    })
})
