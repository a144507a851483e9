import type { Assert } from '@japa/assert'
import { test } from '@japa/runner'
import { pluck } from '#tests/support/client'
import fc from 'fast-check'
import { formatUsd, parseUsd } from '#app/money/usd'
import { SYSTEM_PATHS, recoveryObjectPath } from '#modules/ledger/core/system_paths'
import { LedgerWorld, acceptedId } from '#tests/support/ledger_world'
import { REALM_ID } from '#tests/support/memory_realm'
import { forAll } from '#tests/support/for_all'

const BOUNDARY = 'bnd_1'
const RECOVERY = recoveryObjectPath(BOUNDARY).slice(1)

function sweep(
  world: LedgerWorld,
  names: string[],
  { most = null, path = world.id('/_system/recovery/sweep') as string, ...more } = {} as {
    most?: bigint | null
    path?: string
    exactly?: boolean
    belowZero?: boolean
  }
) {
  const objectIds = names.flatMap((name) => world.state.objectsByPath.get(`/${name}`)?.id ?? name)
  return world.post({
    kind: 'sweep_boundary',
    realmId: REALM_ID,
    operation: world.operation(path, 'adjustment', 'sweep'),
    boundaryId: BOUNDARY,
    recoveryId: world.id('obj'),
    objectIds,
    most,
    jobs: [],
    ...more,
  })
}

function withdraw(world: LedgerWorld, amount: string, path = '/_system/recovery/1') {
  return world.post({
    kind: 'withdraw_recovered',
    realmId: REALM_ID,
    operation: world.operation(path, 'withdrawal', 'recovery 1'),
    boundaryId: BOUNDARY,
    amount: parseUsd(amount),
    destinationAddress: '0xabc',
    txHash: '0xdef',
    ids: { event: world.id('evt') },
    jobs: [],
    proofs: [{ id: world.id('prf'), proofType: 'recovery_withdrawal', externalRef: '1:0xdef:0' }],
  })
}

const settled = (world: LedgerWorld, name: string) => formatUsd(world.balance(name).settled)

test.group('ledger | decide_recovery', () => {
  test('everything goes to the recovery object, and what was taken leaves', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10', bob: '5' })
    assert.equal(sweep(world, ['alice', 'bob']).kind, 'accepted')
    assert.equal(settled(world, 'alice'), '0.00')
    assert.equal(settled(world, RECOVERY), '15.00')
    assert.equal(withdraw(world, '15').kind, 'accepted')
    assert.equal(settled(world, RECOVERY), '0.00')
    assert.equal(world.external, 0n)
    const { events, proofs } = world.entries.at(-1)!.posting
    assert.deepEqual(pluck(events, 'type'), ['withdrawal.completed'])
    assert.lengthOf(proofs, 1)
  })

  test('the fees of the boundary are part of it, the outside is not', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10', bob: '0' })
    world.transfer('alice', 'bob', '1', '0.05')
    const outside = world.external
    const system = Object.values(SYSTEM_PATHS).map((path) => path.slice(1))
    sweep(world, ['alice', 'bob', ...system])
    assert.equal(settled(world, RECOVERY), '10.00')
    assert.equal(world.external, outside)
  })

  test('what is held stays until its operation has ended', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10' })
    const held = acceptedId(world.openWithdrawal('alice', '4'))
    sweep(world, ['alice'])
    assert.equal(settled(world, 'alice'), '4.00')
    world.abandon(held)
    sweep(world, ['alice'])
    assert.equal(settled(world, RECOVERY), '10.00')
  })

  test('objects of other boundaries, unknown or repeated, are left alone', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10', bob: '5' })
    const bob = world.state.objectsByPath.get('/bob')!
    world.state.objectsById.set(bob.id, { ...bob, boundaryId: 'bnd_2' })
    sweep(world, ['alice', 'alice', 'bob', 'obj_unknown'])
    assert.equal(settled(world, 'bob'), '5.00')
    assert.equal(settled(world, RECOVERY), '10.00')
  })

  test('a bounded sweep takes no more than was asked', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10', bob: '5' })
    sweep(world, ['alice', 'bob'], { most: parseUsd('12') })
    assert.equal(settled(world, 'alice'), '0.00')
    assert.equal(settled(world, 'bob'), '3.00')
  })

  test('what left a vault leaves its account, below zero too, no cash object', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10', bob: '5' })
    const alice = world.state.objectsByPath.get('/alice')!
    world.state.objectsById.set(alice.id, { ...alice, keepsOwnBooks: true })
    const taken = { most: parseUsd('12'), exactly: true, belowZero: true }
    assert.deepInclude(sweep(world, ['bob'], taken), { kind: 'refused', code: 'CONFLICT' })
    assert.equal(sweep(world, ['alice'], taken).kind, 'accepted')
    assert.equal(settled(world, 'alice'), '-2.00')
    assert.equal(settled(world, RECOVERY), '12.00')
    assert.equal(settled(world, 'bob'), '5.00')
  })

  test('an empty sweep stores nothing, a repeated one gets the first answer', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10' })
    const path = '/_system/recovery/sweeps/1'
    sweep(world, ['alice'], { path })
    const entries = world.entries.length
    assert.equal(sweep(world, ['alice'], { path }).kind, 'replayed')
    assert.deepInclude(sweep(world, ['alice']), { kind: 'refused', code: 'CONFLICT' })
    assert.lengthOf(world.entries, entries)
  })

  test('more than was recovered waits; the same withdrawal is booked once', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10' })
    assert.deepInclude(withdraw(world, '10'), { code: 'INSUFFICIENT_BALANCE' })
    sweep(world, ['alice'])
    assert.deepInclude(withdraw(world, '10.000001'), { code: 'INSUFFICIENT_BALANCE' })
    assert.equal(withdraw(world, '10').kind, 'accepted')
    assert.equal(withdraw(world, '10').kind, 'replayed')
    assert.equal(settled(world, RECOVERY), '0.00')
  })

  test('a note about a boundary moves nothing', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10' })
    world.post({
      kind: 'tell_event',
      realmId: REALM_ID,
      module: 'custody',
      event: {
        id: 'evt_1',
        type: 'boundary.frozen',
        objectId: null,
        objectPath: '/vault',
        payload: { boundaryId: BOUNDARY },
      },
      jobs: [],
    })
    const { posting, legs } = world.entries.at(-1)!
    assert.isEmpty(legs)
    assert.isNull(posting.operation)
    assert.deepInclude(posting.events[0], { type: 'boundary.frozen', objectPath: '/vault' })
  })

  test('random recoveries give what a sum says, whatever is held meanwhile', ({ assert }) => {
    const name = fc.constantFrom('a', 'b', 'c')
    const cents = fc.integer({ min: 1, max: 900 })
    const step = fc.oneof(
      fc.record({ do: fc.constant('fund' as const), name, cents }),
      fc.record({ do: fc.constant('hold' as const), name, cents }),
      fc.record({ do: fc.constant('end' as const), settles: fc.boolean() }),
      fc.record({ do: fc.constant('sweep' as const), name }),
      fc.record({ do: fc.constant('take' as const), cents })
    )
    forAll([fc.array(step, { maxLength: 40 })], (steps) => {
      const twins = new Twins(assert)
      for (const each of steps) {
        if (each.do === 'fund') twins.fund(each.name, each.cents)
        else if (each.do === 'hold') twins.hold(each.name, each.cents)
        else if (each.do === 'end') twins.end(each.settles)
        else if (each.do === 'sweep') twins.sweep(each.name)
        else twins.take(each.cents)
      }
      twins.agree()
    })
  })
})

const usd = (cents: number) => (cents / 100).toFixed(2)

/** The core beside plain sums of cents, step by step. */
class Twins {
  readonly world = new LedgerWorld({ a: '0', b: '0', c: '0' })
  #cash = new Map<string, number>()
  #held: { name: string; cents: number; id: string }[] = []
  #takes = 0

  constructor(private assert: Assert) {}

  fund(name: string, cents: number) {
    if (this.world.fund(name, usd(cents)).kind === 'accepted') this.#add(name, cents)
  }

  hold(name: string, cents: number) {
    const opened = this.world.openWithdrawal(name, usd(cents))
    if (opened.kind === 'accepted') this.#held.push({ name, cents, id: acceptedId(opened) })
  }

  end(settles: boolean) {
    const hold = this.#held.shift()
    if (!hold) return
    if (settles) this.world.settleWithdrawal(hold.id)
    else this.world.abandon(hold.id)
    if (settles) this.#add(hold.name, -hold.cents)
  }

  sweep(name: string) {
    const own = this.#held.filter((hold) => hold.name === name)
    const free = this.#of(name) - own.reduce((sum, { cents }) => sum + cents, 0)
    this.assert.equal(sweep(this.world, [name]).kind, free > 0 ? 'accepted' : 'refused')
    this.#add(name, -free)
    this.#add(RECOVERY, free)
  }

  take(cents: number) {
    const enough = this.#of(RECOVERY) >= cents
    const answer = withdraw(this.world, usd(cents), `/_system/recovery/${this.#takes++}`)
    this.assert.equal(answer.kind, enough ? 'accepted' : 'refused')
    if (enough) this.#add(RECOVERY, -cents)
  }

  agree() {
    for (const name of ['a', 'b', 'c', RECOVERY]) {
      if (!this.world.state.objectsByPath.has(`/${name}`)) continue
      this.assert.equal(this.world.balance(name).settled, BigInt(this.#of(name)) * 10_000n)
    }
  }

  #of(name: string): number {
    return this.#cash.get(name) ?? 0
  }

  #add(name: string, cents: number) {
    this.#cash.set(name, this.#of(name) + cents)
  }
}
