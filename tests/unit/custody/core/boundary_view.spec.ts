import { test } from '@japa/runner'
import { boundaryView } from '#modules/custody/core/boundary_view'

const NOBODY = `0x${'0'.repeat(40)}`
const entry = {
  balance: 1_500_000n,
  timeLock: 3600n,
  status: 1n,
  lockedBy: NOBODY,
  recoveryKey: NOBODY,
  agent: '0x00000000000000000000000000000000000000Aa',
}

test.group('custody | boundary_view', () => {
  test('shows amounts as decimal text and absent accounts as null', ({ assert }) => {
    assert.deepEqual(boundaryView('bnd_1', 'realm', entry), {
      id: 'bnd_1',
      realmId: 'realm',
      balance: '1.50',
      status: 'active',
      lockedBy: null,
      recoveryKey: null,
      agentAddress: '0x00000000000000000000000000000000000000Aa',
      timeLock: 3600,
      pendingExit: null,
    })
  })

  test('names every status of the contract, and no other', ({ assert }) => {
    const statusOf = (status: bigint) => boundaryView('b', 'r', { ...entry, status })?.status
    assert.deepEqual([2n, 3n].map(statusOf), ['soft_frozen', 'hard_frozen'])
    assert.isNull(boundaryView('b', 'r', { ...entry, status: 0n }))
    assert.throws(() => statusOf(4n), /does not know/)
  })
})
