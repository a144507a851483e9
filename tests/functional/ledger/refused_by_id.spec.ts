import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { allow, scoped } from '#tests/functional/auth/support/credentials'
import { type Client, TestRealm, accepted, type Reply } from '#tests/support/client'
import { TestSocket } from '#tests/support/socket'

const SECRET = '/users/alice-4711/wallet'

interface Known {
  realmId: string
  objectId: string
  operationId: string
  eventId: string
  linkId: string
  watchId: string
}

type Ask = (client: Client, known: Known) => Promise<Reply<unknown>>

const history = (endpoint: string): Ask => {
  const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-01T01:00:00Z' }
  return (client, { realmId, objectId }) =>
    client.get(`/api/v1/objects/${endpoint}`, { realmId, kind: 'object', objectId, ...range })
}

/** What can be asked for by an id, with the id that the refusal may name. */
const QUESTIONS: { what: string; ask: Ask; id: keyof Known }[] = [
  {
    what: 'object',
    ask: (by, { objectId }) => by.get(`/api/v1/objects/${objectId}`),
    id: 'objectId',
  },
  {
    what: 'balances',
    ask: (by, { objectId }) => by.get(`/api/v1/objects/${objectId}/balances`),
    id: 'objectId',
  },
  {
    what: 'snapshot',
    ask: (by, { realmId, objectId }) =>
      by.get(`/api/v1/objects/${objectId}/snapshot`, { realmId, asOf: new Date().toISOString() }),
    id: 'objectId',
  },
  {
    what: 'deletion',
    ask: (by, { realmId, objectId }) => by.post('/api/v1/objects/delete', { realmId, objectId }),
    id: 'objectId',
  },
  { what: 'history', ask: history('aggregate/history'), id: 'objectId' },
  { what: 'profit and loss', ask: history('pnl/history'), id: 'objectId' },
  {
    what: 'operation',
    ask: (by, { operationId }) => by.get(`/api/v1/operations/${operationId}`),
    id: 'operationId',
  },
  { what: 'event', ask: (by, { eventId }) => by.get(`/api/v1/events/${eventId}`), id: 'eventId' },
  {
    what: 'link',
    ask: (by, { linkId }) => by.get(`/api/v1/payment-links/${linkId}`),
    id: 'linkId',
  },
  {
    what: 'watch',
    ask: (by, { watchId }) => by.get(`/api/v1/aggregations/watch/${watchId}`),
    id: 'watchId',
  },
  {
    what: 'watch as a source',
    ask: (by, { realmId, watchId }) =>
      by.post('/api/v1/aggregations/watch', {
        realmId,
        sources: [{ type: 'watch', value: watchId }],
      }),
    id: 'watchId',
  },
]

test.group('ledger | refused by id', (group) => {
  let realm: TestRealm
  let known: Known
  let stranger: Client

  group.setup(async () => {
    realm = await TestRealm.open()
    const { client, id: realmId } = realm
    const object = await realm.account(SECRET, '5')
    const target = await realm.object('/users/alice-4711/savings')
    const moved = await realm.transfer(SECRET, target.path, '1')
    const { events } = accepted(await realm.get('/events'))
    const link = { realmId, type: 'deposit', objectPath: SECRET, amount: '1' }
    const { paymentLink } = accepted(await client.post('/api/v1/payment-links', link))
    const sources = [{ type: 'paths', value: SECRET }]
    const watch = accepted(await realm.post('/aggregations/watch', { sources }))
    known = {
      realmId,
      objectId: object.id,
      operationId: moved.id,
      eventId: events[0].id,
      linkId: paymentLink.id,
      watchId: watch.watchId,
    }
    stranger = await scoped(realm, allow('svc:*', '/elsewhere/*'))
  })

  test('a refusal names the id that was asked for, and no path behind it: {what}')
    .with(QUESTIONS)
    .run(async ({ assert }, { ask, id }) => {
      const { status, error } = await ask(stranger, known)
      assert.deepEqual([status, error.code], [403, 'FORBIDDEN'])
      assert.equal(error.details!.resource, known[id])
      assert.include(error.message, known[id])
      assert.notInclude(JSON.stringify(error), 'alice-4711')
    })

  test('a stream refuses by id as well', async ({ assert }) => {
    const socket = await TestSocket.open(realm.id, stranger.token!)
    const error = await socket.refused({
      action: 'watch_chart_history',
      watchId: randomUUID(),
      kind: 'object',
      objectId: known.objectId,
    })
    assert.equal(error.code, 'FORBIDDEN')
    assert.notInclude(JSON.stringify(error), 'alice-4711')
    socket.raw.close()
  })

  test('a path that was asked for is named as it was', async ({ assert }) => {
    const reply = await stranger.get('/api/v1/objects/by-path', { realmId: realm.id, path: SECRET })
    assert.equal(reply.error.details!.resource, SECRET)
  })
})
