import { test } from '@japa/runner'
import { ChildService } from '#tests/faults/support/child_service'
import { TRANSFER_OBJECTS, Traffic } from '#tests/faults/support/traffic'
import { Client, TestRealm } from '#tests/support/client'
import { booksAreSound } from '#tests/support/sound_books'
import { readRows } from '#tests/support/rows'

const BULK = '/api/v1/transfers/bulk'
/** Enough for a full group to wait while one is written and another one's callers are answered. */
const CONNECTIONS = 4
const TRANSFERS = 500
/** Late enough for groups that were decided while the one before was being written. */
const NTH_GROUP = 7

interface BulkReply {
  results: { path: string; status: string; operation: { id: string } }[]
}

type BulkRequest = { realmId: string; mode: string; transfers: object[] }

/** Full bulk requests. */
class BulkTraffic extends Traffic<BulkRequest> {
  constructor(
    private realm: TestRealm,
    private client: Client,
    label: string
  ) {
    super(label)
  }

  protected send() {
    const { path } = this.next()
    const transfers = Array.from({ length: TRANSFERS }, (_, index) => ({
      path: `${path}/${index}`,
      sourceObjectPath: TRANSFER_OBJECTS[index % 4],
      targetObjectPath: TRANSFER_OBJECTS[(index + 1) % 4],
      amount: '0.10',
    }))
    const request = { realmId: this.realm.id, mode: 'independent', transfers }
    return this.told(path, request, async () => {
      const { status, data } = await this.client.post<BulkReply>(BULK, request)
      if (status !== 201) return null
      return data.results.map((result) => [result.path, result.operation.id])
    })
  }
}

async function idsByPath(realm: TestRealm): Promise<Map<string, string>> {
  const rows = await readRows`SELECT id, path FROM operations WHERE realm_id = ${realm.id}
        AND type = 'transfer'`
  return new Map(rows.map(({ id, path }) => [path, id]))
}

test.group('ledger | failpoints of groups decided before their turn', () => {
  test(
    'killed at {$self} under full bulks: acknowledged transfers are there once, all others can be repeated'
  )
    .with(['poster.loaded', 'poster.commit_sent'])
    .run(async ({ assert }, name) => {
      const realm = await TestRealm.open()
      for (const path of TRANSFER_OBJECTS) await realm.account(path, '100000')
      const env = { FAILPOINT: `${name}:${NTH_GROUP}:kill`, QUEUE_PREFIX: '{crash}' }
      const server = await ChildService.server(env)
      try {
        const client = Client.withToken(realm.client.token!, server.url)
        const traffic = new BulkTraffic(realm, client, name)
        await traffic.until(() => !server.running, CONNECTIONS)
        const { signal } = await server.ended
        assert.equal(signal, 'SIGKILL', 'expected the server to die at the failpoint')
        assert.isAbove(traffic.acknowledged.size, 0, 'expected answers before it died')
        assert.isAbove(traffic.unanswered.size, 0, 'expected requests in flight when it died')

        const repeatedIds = new Set<string>()
        for (const request of traffic.unanswered.values()) {
          for (const expected of [['completed', 'replayed'], ['replayed']]) {
            const { status, data } = await realm.client.post<BulkReply>(BULK, request)
            assert.equal(status, 201)
            for (const result of data.results) {
              assert.include(expected, result.status, `expected ${result.path} to be repeatable`)
              repeatedIds.add(result.operation.id)
            }
          }
        }
        assert.equal(repeatedIds.size, traffic.unanswered.size * TRANSFERS)
        const stored = await idsByPath(realm)
        for (const [path, id] of traffic.acknowledged) {
          if (stored.get(path) !== id) assert.fail(`Acknowledged ${path} is not there`)
        }
        await booksAreSound(realm)
      } finally {
        server.kill()
        await server.ended
      }
    })
})
