import { test } from '@japa/runner'
import { ScratchMigrations } from '#tests/support/scratch_migrations'

const DROPPING = '0062_find_events_by_their_entries'

test.group('ledger | the migration that drops two indexes', () => {
  test('goes on where it was cut off between the two', async ({ assert, cleanup }) => {
    const scratch = await ScratchMigrations.in('modules/ledger/storage/migrations', 'two_indexes')
    cleanup(scratch.remove)
    await scratch.up('0011_create_events', '0012_create_deltas')
    const keys = async () => {
      const [found] = (await scratch.client.rawQuery(
        `SELECT DISTINCT index_name AS name FROM information_schema.statistics
          WHERE table_schema = DATABASE() AND index_name LIKE '%\\_operation' ORDER BY name`
      )) as [{ name: string }[]]
      return found.map(({ name }) => name)
    }
    assert.deepEqual(await keys(), ['deltas_operation', 'events_operation'])
    await scratch.client.rawQuery('ALTER TABLE events DROP KEY events_operation')
    await scratch.up(DROPPING)
    assert.deepEqual(await keys(), [])
    await scratch.client.rawQuery('ALTER TABLE deltas ADD KEY deltas_operation (operation_id)')
    await scratch.down(DROPPING)
    assert.deepEqual(await keys(), ['deltas_operation', 'events_operation'])
  })
})
