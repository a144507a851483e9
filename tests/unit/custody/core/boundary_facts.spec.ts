import { test } from '@japa/runner'
import fc from 'fast-check'
import {
  NEW_BOUNDARY,
  concernsBoundary,
  countsAtFirstSight,
  factsAfter,
  factsAtFirstSight,
  nextExit,
  type BoundaryEvent,
  type BoundaryFacts,
} from '#modules/custody/core/boundary_facts'
import { forAll } from '#tests/support/for_all'

const ZERO = `0x${'0'.repeat(40)}`
const ADDRESSES = ['a', 'b'].map((digit) => `0x${digit.repeat(40)}`)

const address = fc.constantFrom(...ADDRESSES)
const addressOrNone = fc.constantFrom(...ADDRESSES, ZERO)
const seconds = fc.integer({ min: 0, max: 5 }).map(String)
const opId = fc.constantFrom('0x01', '0x02')

const named = (name: string, args: Record<string, fc.Arbitrary<string>>) =>
  fc.record({ name: fc.constant(name), args: fc.record(args) })

const anyEvent = fc.oneof(
  named('AgentChanged', { agent: addressOrNone }),
  named('TimeLockChanged', { timeLock: seconds }),
  named('CosignerChanged', { cosigner: addressOrNone }),
  named('RecoveryKeyProposed', { proposed: addressOrNone, ripeAt: seconds }),
  named('RecoveryKeyRegistered', { recoveryKey: address }),
  named('BoundaryLocked', { by: address }),
  named('BoundaryUnlocked', { by: address }),
  named('RecoveryWithdrawn', { to: address, amount: seconds }),
  named('ExitRequested', { opId, to: address, amount: seconds, ripeAt: seconds }),
  named('ExitCancelled', { opId, by: address }),
  named('Withdrawn', { opId, to: address, amount: seconds })
)

const history = fc.array(anyEvent, { maxLength: 25 }).map((events) =>
  events.map((event, index): BoundaryEvent => ({
    ...event,
    seq: index + 1,
    transactionHash: `0x${String(index).padStart(64, '0')}`,
  }))
)

const FROZEN = { active: 0, soft_frozen: 1, hard_frozen: 2 }

function looserThan(seen: BoundaryFacts, final: BoundaryFacts): string[] {
  const loose: string[] = []
  if (FROZEN[seen.status] < FROZEN[final.status]) loose.push('status')
  if (seen.timeLockSeconds < final.timeLockSeconds) loose.push('time lock')
  if (seen.cosigner === null && final.cosigner !== null) loose.push('co-signer')
  return loose
}

test.group('custody | what events say about a boundary', () => {
  test('what was only seen never protects less than what is final', ({ assert }) => {
    forAll([history, history], (final, seen) => {
      const before = final.reduce((facts, event) => factsAfter(facts, event, 9), NEW_BOUNDARY)
      const after = seen.reduce((facts, event) => factsAtFirstSight(facts, event, 9), before)
      assert.isEmpty(looserThan(after, before))
    })
  })

  test('what was only seen protects at least as much as it will once it is final', ({ assert }) => {
    forAll([history], (events) => {
      const seen = events.reduce((facts, event) => factsAtFirstSight(facts, event, 9), NEW_BOUNDARY)
      const final = events.reduce((facts, event) => factsAfter(facts, event, 9), NEW_BOUNDARY)
      assert.isEmpty(looserThan(seen, final))
    })
  })

  test('every event about a boundary is known, and no other is taken for one', ({ assert }) => {
    for (const name of [
      'Settled',
      'Credited',
      'Halted',
      'VaultFunded',
      'HouseChanged',
      'toString',
    ]) {
      assert.isFalse(concernsBoundary({ name }), name)
    }
    for (const name of ['BoundaryLocked', 'RecoveryWithdrawn', 'CosignerChanged']) {
      assert.isTrue(concernsBoundary({ name }), name)
      assert.isTrue(countsAtFirstSight({ name }), name)
    }
    assert.isFalse(countsAtFirstSight({ name: 'BoundaryUnlocked' }))
  })

  test('an event that changes nothing gives the same facts back', ({ assert }) => {
    const args = { opId: '0x01', to: ADDRESSES[0]!, amount: '1' }
    const event = { name: 'Withdrawn', args, seq: 1, transactionHash: '0x' as const }
    assert.strictEqual(factsAfter(NEW_BOUNDARY, event, 0), NEW_BOUNDARY)
  })

  test('a recovery that is repeated keeps the time of the first freeze', ({ assert }) => {
    const taken = (seq: number, hash: `0x${string}`): BoundaryEvent => ({
      name: 'RecoveryWithdrawn',
      args: {},
      seq,
      transactionHash: hash,
    })
    const first = factsAfter(NEW_BOUNDARY, taken(1, '0xa'), 100)
    const second = factsAfter(first, taken(2, '0xb'), 200)
    assert.deepInclude(second, { status: 'hard_frozen', frozenAt: 100, recoveryTxHash: '0xb' })
  })

  test('an exit ends with its own operation only', ({ assert }) => {
    const about = (name: string, args: Record<string, string>): BoundaryEvent => ({
      name,
      args,
      seq: 1,
      transactionHash: '0x' as const,
    })
    const args = { opId: '0x01', to: ADDRESSES[0]!, amount: '5', ripeAt: '77' }
    const asked = factsAfter(NEW_BOUNDARY, about('ExitRequested', args), 0)
    assert.deepEqual(asked.exits as unknown, [
      { opHash: '0x01', to: ADDRESSES[0], amount: 5n, ripeAt: 77 },
    ])
    const later = { ...args, opId: '0x02', ripeAt: '76' }
    const both = factsAfter(asked, about('ExitRequested', later), 0)
    assert.lengthOf(factsAfter(both, about('ExitRequested', later), 0).exits, 2)
    assert.equal(nextExit(both.exits)!.opHash, '0x02')
    assert.lengthOf(factsAfter(both, about('Withdrawn', { opId: '0x03' }), 0).exits, 2)
    const one = factsAfter(both, about('Withdrawn', { opId: '0x02' }), 0)
    assert.equal(nextExit(one.exits)!.opHash, '0x01')
    assert.isNull(nextExit(factsAfter(one, about('ExitCancelled', { opId: '0x01' }), 0).exits))
  })
})
