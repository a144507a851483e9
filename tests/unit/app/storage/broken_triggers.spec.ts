import { test } from '@japa/runner'
import { tablesIn } from '#app/storage/broken_triggers'

test.group('storage | broken_triggers', () => {
  test('the tables are those that a statement writes, each once', ({ assert }) => {
    const sql =
      'BEGIN NOT ATOMIC INSERT INTO entries (id) VALUES (1); INSERT INTO `legs` VALUES (2); ' +
      'UPDATE heads SET n = 1; INSERT INTO entries (id) VALUES (3); COMMIT; END'
    assert.deepEqual(tablesIn(sql), ['entries', 'legs', 'heads'])
    const load = "LOAD DATA LOCAL INFILE 'rows' INTO TABLE legs CHARACTER SET utf8mb4 (id)"
    assert.deepEqual(tablesIn(load), ['legs'])
  })

  test('no text of a caller names a table', ({ assert }) => {
    const sql = `INSERT INTO entries (memo) VALUES ('x\\'; INSERT INTO secrets'), ('\\\\', 'DELETE FROM other')`
    assert.deepEqual(tablesIn(sql), ['entries'])
  })
})
