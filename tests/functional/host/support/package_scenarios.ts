import { writeFile } from 'node:fs/promises'
import type { Assert } from '@japa/assert'
import {
  accepted,
  eventually,
  pluck,
  type Client,
  type OperationView,
  type TestRealm,
} from '#tests/support/client'

interface Known {
  objectPath: string
  events: number
}

interface Evidenced {
  type: string
  outcome: string
  evidence: { journal: { entries: { opType: string }[]; legs: { amount: string; kind: string }[] } }
}

/** What the journal says of each object: how many events were about it. */
async function eventsByObject(client: Client, realmId: string): Promise<Known[]> {
  const { events } = accepted(await client.get('/api/v1/events', { realmId, limit: 500 }))
  const paths = pluck(events, 'objectPath').filter((path: string | null) => path !== null)
  const counted = Map.groupBy<string, string>(paths, (path) => path)
  return [...counted].map(([objectPath, { length }]) => ({ objectPath, events: length }))
}

async function known(client: Client, realmId: string): Promise<Known[]> {
  const { objects } = accepted(await client.get('/api/v1/visit-notes', { realmId }))
  return objects.map(({ objectPath, events }: Known) => ({ objectPath, events }))
}

/** The package that was added last has been told each event of a realm's history once. */
export async function toldOnce(assert: Assert, client: Client, realmId: string, least: number) {
  const journal = await eventsByObject(client, realmId)
  assert.isAtLeast(journal.length, least)
  const count = (list: Known[]) => list.reduce((sum, { events }) => sum + events, 0)
  const told = await eventually('the history of a realm', async () => {
    const objects = await known(client, realmId)
    return count(objects) >= count(journal) ? objects : null
  })
  assert.sameDeepMembers(told, journal)
}

/** Opens a deposit; the bank has not said anything yet, so that it is pending for as long as it likes. */
async function bankDeposit(realm: TestRealm, objectPath: string): Promise<string> {
  const opened = await realm.deposit(objectPath, '100.00')
  return accepted(opened).operation.id
}

/** A package's rail: what a bank says of two deposits decides them. */
export async function bankDeposits(assert: Assert, realm: TestRealm, statements: string) {
  await realm.object('/bank/ada')
  await realm.object('/bank/bob')
  const credited = await bankDeposit(realm, '/bank/ada')
  const returned = await bankDeposit(realm, '/bank/bob')
  await writeFile(`${statements}/${credited}.json`, '{"reference":"wire-1"}')
  await writeFile(`${statements}/${returned}.json`, '{"returned":"account closed"}')
  assert.equal((await realm.completed(credited)).state, 'completed')
  const failed = await realm.ended(returned)
  assert.containSubset(failed, {
    state: 'failed',
    failureMessage: 'The bank returned it: account closed',
  })
  const url = `/api/v1/operations/${credited}`
  assert.containSubset(accepted(await realm.client.get(url, { includeEvidence: true })), {
    evidence: { journal: { proofs: [{ proofType: 'bank_wire', externalRef: 'wire-1' }] } },
  })
}

/** A package's own operation type, leg kind and object type, wherever the ledger speaks of such words. */
export async function rewards(assert: Assert, realm: TestRealm) {
  const { client, id: realmId } = realm
  const account = await realm.object('/users/u1/rewards', { type: 'rewards' })
  const body = { realmId, objectPath: account.path, path: '/op/reward-1', amount: '5.00' }
  const grant = () => client.post<{ operation: OperationView }>('/api/v1/rewards', body)
  const { operation } = accepted(await grant())
  assert.deepEqual(accepted(await grant()).operation, operation)
  const other = await client.post('/api/v1/rewards', { ...body, amount: '6.00' })
  assert.equal(other.error?.code, 'IDEMPOTENCY_VIOLATION')
  const wallet = await realm.object('/users/u1/wallet')
  const onCash = { ...body, objectPath: wallet.path, path: '/op/reward-2' }
  assert.equal((await client.post('/api/v1/rewards', onCash)).error?.code, 'OBJECT_NOT_FOUND')

  const url = `/api/v1/operations/${operation.id}`
  const told = accepted(await client.get<Evidenced>(url, { includeEvidence: true }))
  assert.containSubset(told.evidence.journal.entries, [{ opType: 'reward' }])
  const legs = told.evidence.journal.legs.map(({ amount, kind }) => ({ amount, kind }))
  assert.sameDeepMembers(legs, [
    { amount: '5.00', kind: 'reward' },
    { amount: '-5.00', kind: 'reward' },
  ])
  const listed = await realm.get('/operations', { type: 'reward' })
  assert.lengthOf(accepted(listed).operations, 1)
  const found = await realm.get('/objects', { type: 'rewards' })
  assert.lengthOf(accepted(found).objects, 1)
  const worth = accepted(await realm.get('/objects/aggregate', { prefix: '/users/' }))
  assert.equal(worth.totalEquityUsd, '5.00')

  const moved = await realm.move(account.path, wallet.path, '1.00', { path: '/op/out' })
  assert.equal(moved.error?.code, 'SETTLEMENT_UNAVAILABLE')
  const paidOut = { realmId, objectPath: account.path, amount: '1.00' }
  assert.equal((await client.post('/api/v1/defund-account', paidOut)).status, 400)
  assert.isTrue(accepted(await realm.get('/verify')).ok)
}
