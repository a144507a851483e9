import { test } from '@japa/runner'
import { ScratchMigrations } from '#tests/support/scratch_migrations'
import { pluck } from '#tests/support/client'

const FOLDER = 'modules/ledger/storage/migrations'
const MARKING = ['0049_say_what_keeps_own_books', '0050_mark_objects_with_own_books']

/** Objects as they were made before they said whether they keep books of their own. */
const OBJECTS = [
  { path: '/users/u1/perps', type: 'exchange', marked: true },
  { path: '/_system/venue/house', type: 'denominated', marked: true },
  { path: '/_system/external', type: 'denominated', marked: false },
  { path: '/_system/platform/fees', type: 'denominated', marked: false },
  { path: '/xsystem/venue/u1', type: 'denominated', marked: false },
  { path: '/users/u1/wallet', type: 'denominated', marked: false },
]

test.group('ledger | migrations to objects with books of their own', () => {
  test('what the venue made before is marked, and no more', async ({ assert, cleanup }) => {
    const migrations = await ScratchMigrations.in(FOLDER, 'own_books')
    cleanup(migrations.remove)
    await migrations.up('0003_create_objects')
    const rows = OBJECTS.map(({ path, type }, index) => ({
      id: `obj_${index}`,
      realm_id: 'r',
      path,
      type,
      denomination: 'USD',
      status: 'active',
      boundary_id: 'bnd_1',
      created_at: '2026-01-01',
      updated_at: '2026-01-01',
    }))
    await migrations.client.table('objects').multiInsert(rows)

    await migrations.up(...MARKING)
    const marked = await migrations.client
      .from('objects')
      .where('keeps_own_books', 1)
      .select('path')
      .orderBy('id')
    assert.deepEqual(
      marked.map(({ path }) => path as string),
      pluck(
        OBJECTS.filter((object) => object.marked),
        'path'
      )
    )
    await migrations.down(...MARKING)
    assert.notProperty(await migrations.client.from('objects').first(), 'keeps_own_books')
  })
})
