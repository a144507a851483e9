import { test } from '@japa/runner'
import { parseUsd } from '#app/money/usd'
import { applicationFee } from '#modules/ledger/core/fees'
import { balanceOf } from '#modules/ledger/core/state'
import { feeObjectPath } from '#modules/ledger/core/system_paths'
import type { LedgerObject } from '#modules/ledger/core/terms'
import { LedgerWorld, acceptedId } from '#tests/support/ledger_world'

/** A world in which alice lies in an isolated boundary that has its fee object. */
function isolatedWorld(): { world: LedgerWorld; zoneFees: LedgerObject } {
  const world = new LedgerWorld({ alice: '10', bob: '10' })
  const alice = { ...world.state.objectsByPath.get('/alice')!, boundaryId: 'bnd_zone' }
  const path = feeObjectPath('bnd_zone', 'bnd_1')
  const zoneFees = { ...alice, id: 'obj_zone_fees', path }
  for (const object of [alice, zoneFees]) {
    world.state.objectsByPath.set(object.path, object)
    world.state.objectsById.set(object.id, object)
  }
  return { world, zoneFees }
}

test.group('ledger | fee_object', () => {
  test('the default boundary has the realm’s fee object, others their own', ({ assert }) => {
    assert.equal(feeObjectPath('bnd_1', 'bnd_1'), '/_system/fees')
    assert.equal(feeObjectPath('bnd_2', 'bnd_1'), '/_system/fees/bnd_2')
  })

  test('the fee stays in the source’s boundary, for a held transfer as well', ({ assert }) => {
    const { world, zoneFees } = isolatedWorld()
    const ofZone = () => balanceOf(world.state, zoneFees.id, 'USD').settled
    world.transfer('alice', 'bob', '1')
    assert.equal(ofZone(), parseUsd('0.05'))
    assert.equal(world.fees, 0n)
    world.settleTransfer(acceptedId(world.openTransfer('alice', 'bob', '1', '0.5')))
    assert.equal(ofZone(), parseUsd('0.55'))
    world.transfer('bob', 'alice', '1')
    assert.equal(world.fees, parseUsd('0.05'))
    assert.equal(ofZone(), parseUsd('0.55'))
  })

  test('the application fee is rounded down to the atom', ({ assert }) => {
    assert.equal(applicationFee(parseUsd('100'), 25), parseUsd('0.025'))
    assert.equal(applicationFee(parseUsd('0.00003'), 50_000), 15n)
    assert.equal(applicationFee(1n, 99_999), 0n)
    assert.equal(applicationFee(parseUsd('7'), 0), 0n)
  })
})
