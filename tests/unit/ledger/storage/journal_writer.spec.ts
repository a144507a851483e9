import { test } from '@japa/runner'
import { weightOf } from '#modules/ledger/storage/journal_writer'
import { LedgerWorld } from '#tests/support/ledger_world'

test.group('ledger | what a group weighs', () => {
  test('as many captures as transfers weigh alike, though they are twice the entries', ({
    assert,
  }) => {
    const world = new LedgerWorld({ payer: '100', shop: '0' })
    const entriesOf = (ask: () => unknown) => {
      const before = world.entries.length
      ask()
      return world.entries.slice(before)
    }
    const held = world.hold('payer', '10')
    if (held.kind !== 'accepted') throw new Error('It was not held')
    const { id } = held.posting.operation!.row
    const transfer = entriesOf(() => world.transfer('payer', 'shop', '1'))
    const capture = entriesOf(() => world.capture(id, 'shop', '1'))
    const release = entriesOf(() => world.endHold(id, 'released'))
    assert.lengthOf(capture, 2)
    assert.deepEqual([transfer, capture, release].map(weightOf), [1, 1, 1])
  })
})
