import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Database } from '#app/storage/database'
import { requireMariadb, requireUntil } from '../../../modules/ledger/services/backup_drill.ts'
import { Client } from '#tests/support/client'

test.group('ledger | backup drill', () => {
  test('a backup with entries after --until is refused, others are taken', async ({ assert }) => {
    const realm = await (await Client.signIn()).realm()
    await realm.account('/a', '1')
    const books = await app.container.make(Database)
    await assert.rejects(
      () => requireUntil(books, '2020-01-01 00:00:00'),
      /The backup has entries of .*, after 2020-01-01 00:00:00: give an older one with --from/
    )
    await requireUntil(books, '2999-01-01 00:00:00')
  })

  test('on MySQL it says what to do instead, before it copies anything', ({ assert }) => {
    assert.throws(() => requireMariadb('9.7.4-2'), /The database is MySQL 9\.7\.4-2.*ledger:check/)
    assert.doesNotThrow(() => requireMariadb('10.11.19-MariaDB-0+deb12u1'))
    assert.doesNotThrow(() => requireMariadb('11.4.2-MariaDB-log'))
  })
})
