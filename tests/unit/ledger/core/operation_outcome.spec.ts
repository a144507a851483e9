import { readdir, readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { isOf, type Operation } from '#modules/ledger/core/terms'
import { outcomeText, toOutcome } from '#modules/ledger/storage/outcome_text'
import { LedgerWorld } from '#tests/support/ledger_world'

test.group('ledger | outcome of an operation', () => {
  test('an operation shows the very text stored; other outcomes, other texts', ({ assert }) => {
    const stored = '{"status": "pending",  "amount":"1.00","denomination":"USD"}'
    const outcome = toOutcome<'deposit'>(stored)
    assert.equal(outcomeText(outcome), stored)
    const later = { ...outcome, status: 'completed' }
    assert.equal(outcomeText(later), JSON.stringify(later))
  })

  test('what a type does not tell cannot be read of it', ({ assert }) => {
    const world = new LedgerWorld({ a: '100' })
    const opened = world.openDeposit('a', '1', '/op/announced', false, 1_000_000)
    if (opened.kind !== 'accepted') throw new Error(opened.kind)
    const operation: Operation = opened.posting.operation!.row
    // @ts-expect-error only a deposit has a time until which it is open
    const unsaid: unknown = operation.outcome.openUntil
    if (!isOf('deposit', operation)) throw new Error(operation.type)
    assert.equal(operation.outcome.openUntil, unsaid as string)
    assert.isFalse(isOf('withdrawal', operation))
  })

  test('the core parses no outcome', async ({ assert }) => {
    const folder = app.makePath('modules/ledger/core')
    const parsing: string[] = []
    for (const file of await readdir(folder)) {
      if (/JSON\.parse\([^)]*outcome/.test(await readFile(`${folder}/${file}`, 'utf8'))) {
        parsing.push(file)
      }
    }
    assert.isEmpty(parsing)
  })
})
