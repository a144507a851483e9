import { test } from '@japa/runner'
import { ARTIFACTS } from '#modules/custody/chain/artifacts'
import { originOf, type EventOrigin } from '#modules/custody/core/event_origin'

/** Who may have caused each event; an event that is not named here fails, so that somebody decides. */
const ORIGINS: Record<EventOrigin['by'], string[]> = {
  anybody: [
    'RealmInitialized',
    'Halted',
    'Resumed',
    'BoundaryLocked',
    'BoundaryUnlocked',
    'RecoveryWithdrawn',
    'VaultRecovered',
    'CosignerCancelled',
    'CosignatureRevoked',
    'TimeLockRevoked',
    'InheritanceRefused',
    'Inherited',
    'InheritanceDelayChanged',
    'RescueCancelled',
    'Rescued',
    'Credited',
  ],
  admin: [
    'OutflowCapChanged',
    'HouseChanged',
    'OperatorChanged',
    'SettlerChanged',
    'GuardianChanged',
    'RescueRequested',
    'Settled',
  ],
  follows: [
    'Withdrawn',
    'RecoveryKeyRegistered',
    'TimeLockChanged',
    'ExitCancelled',
    'AdminChanged',
    'CosignerChanged',
    'CosignerProposed',
  ],
  service: [
    'AdminProposed',
    'SafetyDelaySet',
    'BoundaryRegistered',
    'AgentChanged',
    'ObligationsAttested',
    'RecoveryKeyProposed',
    'InheritanceProposed',
    'SettlementRejected',
    'Skipped',
    'OperationRejected',
    'OperationSkipped',
    'ExitRequested',
    'ExchangeObjectRegistered',
    'VaultFunded',
    'VaultReturned',
    'VaultSettled',
  ],
}

const zero = `0x${'0'.repeat(40)}`
/** Of a payment, of a key that is not there yet. */
const args = { kind: '1', proposed: `0x${'1'.repeat(40)}`, ripeAt: '5', cosigner: zero, by: zero }

test.group('custody | who causes an event', () => {
  test('every event of a pool has somebody, and none is taken for a theft by oversight', ({
    assert,
  }) => {
    // The others are those of libraries, which the service does not read.
    const counted = ARTIFACTS.RealmCustody.abi.filter(
      (each) => each.type === 'event' && each.inputs?.[0]?.name === 'seq'
    )
    const events = counted.map((event) => ('name' in event ? String(event.name) : ''))
    const found = events.map((name) => [name, originOf({ name, args }).by])
    const expected = Object.entries(ORIGINS).flatMap(([by, names]) => names.map((n) => [n, by]))
    assert.sameDeepMembers(found, expected)
  })
})
