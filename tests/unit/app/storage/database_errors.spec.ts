import { test } from '@japa/runner'
import {
  isDatabaseAway,
  classifyDatabaseError,
  isConnectionFailure,
  unlessTaken,
} from '#app/storage/database_errors'

test.group('storage | database_errors', () => {
  test('deadlock, lock timeout and changed record restart the transaction')
    .with([1213, 1205, 1020])
    .run(({ assert }, errno) => {
      assert.equal(classifyDatabaseError({ errno }, false), 'restart')
    })

  test('a connection lost before COMMIT restarts, during COMMIT is unknown', ({ assert }) => {
    const lost = { code: 'PROTOCOL_CONNECTION_LOST', fatal: true }
    assert.equal(classifyDatabaseError(lost, false), 'restart')
    assert.equal(classifyDatabaseError(lost, true), 'commit_unknown')
  })

  test('a node without its cluster, or one that only reads, is as good as lost: {$self}')
    .with([1047, 1180, 1290, 1836])
    .run(({ assert }, errno) => {
      assert.equal(classifyDatabaseError({ errno }, false), 'restart')
      assert.equal(classifyDatabaseError({ errno }, true), 'commit_unknown')
      assert.isTrue(isDatabaseAway(Object.assign(new Error('x'), { errno })))
    })

  test('a trigger that the database has lost restarts: {$self}')
    .with(['Unknown trigger', "Trigger 'entries_refuse_update'"])
    .run(({ assert }, which) => {
      const message = `${which} has an error in its body: 'Query was empty'`
      assert.equal(classifyDatabaseError({ errno: 1064, message }, false), 'restart')
    })

  test('no other error of syntax restarts', ({ assert }) => {
    assert.equal(classifyDatabaseError({ errno: 1064, message: 'near INSERT' }, false), 'other')
  })

  test('a duplicate key is told by its number, whatever the driver calls it', ({ assert }) => {
    assert.equal(classifyDatabaseError({ errno: 1062, code: 'ODD_LABEL' }, false), 'duplicate')
  })

  test('only a duplicate key says that a row was taken', async ({ assert }) => {
    assert.isTrue(await unlessTaken(Promise.resolve()))
    assert.isFalse(await unlessTaken(Promise.reject(Object.assign(new Error(), { errno: 1062 }))))
    await assert.rejects(() => unlessTaken(Promise.reject(new Error('bug'))), 'bug')
  })

  test('anything else is not repeated', ({ assert }) => {
    assert.equal(classifyDatabaseError({ errno: 1064 }, false), 'other')
    assert.equal(classifyDatabaseError(new Error('bug'), true), 'other')
    assert.isFalse(isConnectionFailure(null))
  })
})
