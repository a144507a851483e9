import { test } from '@japa/runner'
import fc from 'fast-check'
import app from '@adonisjs/core/services/app'
import { Clock } from '#app/clock/clock'
import { ServiceError } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database } from '#app/storage/database'
import type { PostRequest } from '#modules/ledger/core/requests'
import { GroupPoster } from '#modules/ledger/services/poster/group_poster'
import type { Poster } from '#modules/ledger/services/poster/poster'
import { SinglePoster } from '#modules/ledger/services/poster/single_poster'
import { TestRealm } from '#tests/support/client'
import { handMadeBooksAreSound } from '#tests/support/sound_books'
import { readRows } from '#tests/support/rows'
import { forAllAsync } from '#tests/support/for_all'
import { creationOf, draftOf } from './support/drafts.ts'

const segment = fc.constantFrom('a', 'b', 'ab')
const name = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'))
const change = fc.dictionary(fc.constantFrom('x', 'y', 'z'), fc.option(fc.constantFrom('1', '2')))
const step = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), name }),
  fc.record({ kind: fc.constant('declare' as const), name }),
  fc.record({ kind: fc.constant('label' as const), place: fc.nat({ max: 5 }), change })
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Objects that were there before, to be labelled. */
const LABELLED = ['/l/0', '/l/1', '/l/2', '/l/3', '/l/4', '/l/5']

async function requestsFor(realm: TestRealm, steps: Step[]): Promise<PostRequest[]> {
  const labelled = await Promise.all(LABELLED.map(async (path) => (await realm.object(path)).id))
  const actor = { type: 'builder', id: 'bld_test' }
  return steps.map((each, index): PostRequest => {
    const common = { realmId: realm.id, jobs: [] }
    if (each.kind === 'label') {
      const objectId = labelled[each.place]!
      const delta = newId('dlt')
      return {
        ...common,
        kind: 'label_object',
        objectId,
        change: each.change,
        actor,
        ids: { delta },
      }
    }
    const path = `/${each.name}`
    if (each.kind === 'declare') {
      const zone = { id: newId('izn'), path, boundaryId: newId('bnd') }
      const ids = { event: newId('evt') }
      return { ...common, kind: 'declare_zone', zone, feesId: newId('obj'), actor, ids }
    }
    return creationOf(realm.id, path, { operation: draftOf('create', { path: `/op/${index}` }) })
  })
}

async function outcome(poster: Poster, request: PostRequest): Promise<string> {
  return poster.post(request).then(
    ({ kind }) => kind,
    (error: unknown) => {
      if (error instanceof ServiceError) return error.code
      throw error
    }
  )
}

/** What became of a realm, without the ids that differ between two of them. */
async function shelvesOf({ id }: TestRealm) {
  const objects = await readRows`SELECT o.path, z.path AS zone, l.labels FROM objects o LEFT
        JOIN isolation_zones z ON z.boundary_id = o.boundary_id LEFT JOIN object_labels l
        ON l.object_id = o.id WHERE o.realm_id = ${id} AND o.path NOT LIKE '/_system%'
        ORDER BY o.path`
  const zones =
    await readRows`SELECT path FROM isolation_zones WHERE realm_id = ${id} ORDER BY path`
  const deltas =
    await readRows`SELECT object_path, before_value, after_value FROM deltas WHERE realm_id = ${id}
        AND delta_type = 'labels_change' ORDER BY seq, delta_no`
  return JSON.parse(JSON.stringify({ objects, zones, deltas })) as unknown
}

test.group('ledger | shelves, grouped and one by one', () => {
  test('together or one by one, the same requests leave the same shelves', async ({ assert }) => {
    const { container } = app
    const database = await container.make(Database)
    const parts = [
      database,
      await container.make(Clock),
      await container.make(OutboxRelay),
    ] as const
    const [group, single] = [new GroupPoster(...parts), new SinglePoster(...parts)]
    const drawn = fc.array(step, { minLength: 10, maxLength: 60 })
    await forAllAsync([drawn], { numRuns: 8 }, async (steps) => {
      const [one, other] = [await TestRealm.open(), await TestRealm.open()]
      const together = await requestsFor(one, steps)
      const apart = await requestsFor(other, steps)
      const grouped = await Promise.all(together.map((request) => outcome(group, request)))
      const singly: string[] = []
      for (const request of apart) singly.push(await outcome(single, request))
      assert.deepEqual(grouped, singly)
      assert.deepEqual(await shelvesOf(one), await shelvesOf(other))
      await handMadeBooksAreSound(one, other)
    })
  })
})
