import { test } from '@japa/runner'
import { LEDGER_LIMITS } from '#modules/ledger/limits'
import { ChildService } from '#tests/faults/support/child_service'
import {
  balancesOf,
  HEADER,
  imported,
  ImportedFiles,
} from '#tests/functional/ledger/support/imported_file'
import { TestRealm } from '#tests/support/client'
import { readRows } from '#tests/support/rows'
import { booksAreSound } from '#tests/support/sound_books'

/** Two groups of transactions and a little more, so that it dies between them. */
const LINES = LEDGER_LIMITS.importedTogether * 2 + 10

test.group('ledger | an import that is killed', () => {
  test('books every line once when it is run again', async ({ assert, cleanup }) => {
    const files = await ImportedFiles.open()
    cleanup(() => files.remove())
    const realm = await TestRealm.open()
    const lines = Array.from({ length: LINES }, (_, at) =>
      at % 2 === 0 ? `${at},world,users:ada,1,,` : `${at},users:ada,shop,0.75,,`
    )
    const args = await files.written(realm, `${HEADER}\n${lines.join('\n')}\n`)
    const booked = () =>
      readRows`SELECT path FROM operations WHERE realm_id = ${realm.id}
          AND path LIKE '/op/import/old/lines/%'`

    const env = { FAILPOINT: 'import.booked:1:kill', QUEUE_PREFIX: '{crash_import}' }
    const child = ChildService.command(['ledger:import', ...args], env)
    const { signal } = await child.ended
    assert.equal(signal, 'SIGKILL', child.output)
    assert.lengthOf(await booked(), LEDGER_LIMITS.importedTogether)

    const { code, lines: said } = await imported(args)
    assert.equal(code, 0, said.join('\n'))
    assert.lengthOf(await booked(), LINES)
    assert.deepEqual(await balancesOf(realm), {
      '/import/old': '0.00',
      '/shop': (0.75 * (LINES / 2)).toFixed(2),
      '/users/ada': (0.25 * (LINES / 2)).toFixed(2),
    })
    await booksAreSound(realm)
  })

  test('ends the objects that it had begun when it is run again at once', async ({
    assert,
    cleanup,
  }) => {
    const files = await ImportedFiles.open()
    cleanup(() => files.remove())
    const realm = await TestRealm.open()
    const lines = Array.from({ length: 20 }, (_, at) => `${at},world,users:${at},1,,`)
    const args = await files.written(realm, `${HEADER}\n${lines.join('\n')}\n`)
    const begun = () =>
      readRows`SELECT path FROM operations WHERE realm_id = ${realm.id} AND type = 'create'
          AND state = 'pending'`

    const env = { FAILPOINT: 'object_workflow.prepared:1:kill', QUEUE_PREFIX: '{crash_objects}' }
    const child = ChildService.command(['ledger:import', ...args], env)
    const { signal } = await child.ended
    assert.equal(signal, 'SIGKILL', child.output)
    assert.isNotEmpty(await begun())

    const { code, lines: said } = await imported(args)
    assert.equal(code, 0, said.join('\n'))
    assert.isEmpty(await begun())
    assert.equal((await balancesOf(realm))['/users/19'], '1.00')
    await booksAreSound(realm)
  })
})
