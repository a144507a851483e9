import { test } from '@japa/runner'
import { ALWAYS } from '#tests/functional/ledger/support/exports'
import { TestRealm, accepted, type ObjectView } from '#tests/support/client'
import { readsDuring } from '#tests/support/statements'
import { readRows } from '#tests/support/rows'

let realm: TestRealm
let alice: ObjectView

interface PlanRow {
  table: string | null
  type: string | null
  key: string | null
  Extra: string | null
}

/** Tables with a row per movement, which no page may read as a whole. */
const LONG = /^(operations|events|deltas|journal_(entries|legs|groups)|[oleg])$/

/** The statements this process sends while a request is answered. */
async function statementsOf(path: string, query: Record<string, string | number>) {
  const { reply, reads } = await readsDuring(() => realm.get(`/${path}`, query))
  accepted(reply)
  return reads.filter(({ sql }) => sql.includes(' LIMIT ') && !/outbox|FOR UPDATE/.test(sql))
}

test.group('ledger | read plans', (group) => {
  /**
   * MySQL does not see that an index of objects is in the order of a page, as its last parts are
   * those of the primary key: it sorts the rows of one object.
   */
  let sortsObjects: boolean

  group.setup(async () => {
    const [row] = await readRows<{ version: string }>`SELECT VERSION() AS version`
    sortsObjects = !/mariadb/i.test(row!.version)
    realm = await TestRealm.open()
    alice = await realm.account('/users/alice', '100')
    await realm.account('/users/bob', '50')
    for (let index = 0; index < 30; index++) {
      await realm.transfer('/users/alice', '/users/bob', '1')
    }
  })

  for (const [path, query, index] of [
    ['operations', {}, 'operations_newest'],
    ['operations', { type: 'transfer' }, 'operations_type'],
    ['operations', { types: 'transfer,deposit' }, 'operations_type'],
    ['operations', { objectId: 'alice' }, 'operations_source'],
    ['operations', { objectPath: '/users/' }, 'operations_target'],
    ['operations', { from: ALWAYS.from, to: ALWAYS.to }, 'operations_newest'],
    ['operations/export', ALWAYS, 'operations_newest'],
    ['events', {}, 'PRIMARY'],
    ['events', { type: 'deposit.completed' }, 'events_type'],
    ['events', { objectPath: '/users/alice' }, 'events_object'],
    ['events', { path: '/op/create' }, 'PRIMARY'],
    ['events', { objectId: 'alice', from: ALWAYS.from }, 'events_object'],
    ['objects/:id', {}, 'deltas_object'],
    ['deltas', {}, 'journal_legs_entry'],
    ['deltas', { pathPrefix: '/op/create/users/a' }, 'operations_path'],
    ['deltas', { objectId: 'alice', to: ALWAYS.to }, 'deltas_object'],
    ['deltas', { objectPath: '/users/alice' }, 'deltas_object'],
  ] as [string, Record<string, string>, string][]) {
    test(`a page of ${path} by ${JSON.stringify(query)} follows its index`, async ({ assert }) => {
      const isAboutOne = path.includes(':id')
      const asked = {
        ...query,
        ...(!isAboutOne && { limit: 5 }),
        ...(query.objectId && { objectId: alice.id }),
      }
      const used: (string | null)[] = []
      for (const { sql, values } of await statementsOf(path.replace(':id', alice.id), asked)) {
        const plan = await readRows<PlanRow>(`EXPLAIN FORMAT=TRADITIONAL ${sql}`, values)
        for (const { table, type, key, Extra } of plan) {
          if (table === null || !LONG.test(table)) continue
          used.push(key)
          assert.notEqual(type, 'ALL', `${table} is read whole: ${sql}`)
          const maySort = /seq BETWEEN/.test(sql) || (sortsObjects && /_object$/.test(key ?? ''))
          if (!maySort) assert.notInclude(Extra ?? '', 'filesort', `${table} is sorted: ${sql}`)
        }
      }
      assert.include(used, index)
    })
  }
})
