import { test } from '@japa/runner'
import fc from 'fast-check'
import { balanceSheet, type BalanceSheet, type ChainCut } from '#modules/custody/core/balance_sheet'
import { boundaryChanges } from '#modules/custody/core/booked_event'
import { forAll } from '#tests/support/for_all'

/**
 * A pool and a journal that knows of it only later: every movement happens on the chain first, is
 * projected next and booked last, and each of the three may lag behind the one before by any number
 * of movements. Shares no code with the sheet.
 */
const BOUNDARIES = ['a', 'b', 'c'] as const
type Boundary = (typeof BOUNDARIES)[number]

const boundary = fc.constantFrom(...BOUNDARIES)
const amount = fc.bigInt({ min: 1n, max: 1_000n })
const movement = fc.oneof(
  fc.record({ kind: fc.constant('mint' as const), to: boundary, amount }),
  fc.record({ kind: fc.constant('transfer' as const), from: boundary, to: boundary, amount }),
  fc.record({ kind: fc.constant('withdraw' as const), from: boundary, amount }),
  fc.record({ kind: fc.constant('recover' as const), from: boundary, amount })
)
type Movement = typeof movement extends fc.Arbitrary<infer Value> ? Value : never

class Holdings {
  readonly of = new Map<Boundary, bigint>(BOUNDARIES.map((id) => [id, 0n]))

  /** @returns false when the boundary does not have it: nothing happens then */
  apply(move: Movement): boolean {
    if (move.kind !== 'mint' && this.of.get(move.from)! < move.amount) return false
    if (move.kind !== 'mint') this.of.set(move.from, this.of.get(move.from)! - move.amount)
    if (move.kind === 'mint' || move.kind === 'transfer') {
      this.of.set(move.to, this.of.get(move.to)! + move.amount)
    }
    return true
  }

  get total() {
    return [...this.of.values()].reduce((sum, held) => sum + held, 0n)
  }
}

function eventOf(move: Movement): { name: string; args: Record<string, string> } {
  const text = move.amount.toString()
  switch (move.kind) {
    case 'mint':
      return { name: 'Credited', args: { boundaryId: move.to, amount: text } }
    case 'transfer':
      return { name: 'Settled', args: { fromId: move.from, toId: move.to, amount: text } }
    case 'withdraw':
      return { name: 'Withdrawn', args: { boundaryId: move.from, amount: text } }
    case 'recover':
      return { name: 'RecoveryWithdrawn', args: { boundaryId: move.from, amount: text } }
  }
}

interface World {
  chain: Holdings
  projection: Holdings
  journal: Holdings
  /** What the chain has done and the journal has not booked. */
  waiting: Movement[]
}

/** @param lags of the journal behind the chain, in movements */
function played(moves: readonly Movement[], lag: number): World {
  const chain = new Holdings()
  const done = moves.filter((move) => chain.apply(move))
  const booked = done.slice(0, Math.max(0, done.length - lag))
  const journal = new Holdings()
  for (const move of booked) journal.apply(move)
  const projection = new Holdings()
  for (const move of done) projection.apply(move)
  return { chain, projection, journal, waiting: done.slice(booked.length) }
}

function cutOf({ chain }: World, change: Partial<ChainCut> = {}): ChainCut {
  return {
    contractTotal: chain.total,
    vaultedTotal: 0n,
    poolHeld: chain.total,
    unswept: 0n,
    boundaries: Array.from(chain.of, ([hash, holding]) => ({ hash, holding })),
    vaults: [],
    ...change,
  }
}

function sheetOf(world: World, chain: ChainCut | null = cutOf(world)): BalanceSheet {
  const unbooked = new Map<string, bigint>()
  // As the service does: of value that came in nothing is owed before it is booked.
  for (const move of world.waiting.filter(({ kind }) => kind !== 'mint')) {
    for (const change of boundaryChanges(eventOf(move))) {
      const before = unbooked.get(change.boundaryHash) ?? 0n
      unbooked.set(change.boundaryHash, before + change.amount)
    }
  }
  const ledger = Array.from(world.journal.of, ([hash, settled]) => ({
    boundaryId: `bnd_${hash}`,
    hash,
    isDefault: hash === 'a',
    userBalances: settled,
    systemBalances: 0n,
  }))
  return balanceSheet({ ledger, unbooked, chain, projection: world.projection.of })
}

const story = fc.record({
  moves: fc.array(movement, { maxLength: 30 }),
  lag: fc.nat({ max: 10 }),
})

test.group('custody | balance sheet', () => {
  test('value between chain and journal is neither a loss nor a drift', ({ assert }) => {
    forAll([story], { numRuns: 1_000 }, ({ moves, lag }) => {
      const world = played(moves, lag)
      const sheet = sheetOf(world)
      assert.isTrue(sheet.conservation)
      assert.deepEqual([sheet.physicalDrift, sheet.replayDrift, sheet.stranded], [0n, 0n, 0n])
      assert.isTrue(sheet.boundaries.every(({ solvent }) => solvent === true))
      // All that is over is what came in and is not booked yet.
      const arrived = world.waiting.filter(({ kind }) => kind === 'mint')
      const surplus = sheet.boundaries.reduce((sum, each) => sum + each.surplus!, 0n)
      assert.equal(
        surplus,
        arrived.reduce((sum, move) => sum + move.amount, 0n)
      )
    })
  })

  test('once everything is booked, each boundary holds exactly what it owes', ({ assert }) => {
    forAll([story], { numRuns: 500 }, ({ moves }) => {
      const sheet = sheetOf(played(moves, 0))
      assert.isTrue(sheet.boundaries.every(({ surplus }) => surplus === 0n))
    })
  })

  test('whatever is missing anywhere breaks conservation', ({ assert }) => {
    const place = fc.constantFrom('pool', 'boundary', 'projection', 'total', 'vault')
    forAll([story, place, amount], { numRuns: 1_000 }, ({ moves, lag }, where, missing) => {
      const world = played([{ kind: 'mint', to: 'a', amount: 5_000n }, ...moves], lag)
      const cut = cutOf(world)
      const [first, ...others] = cut.boundaries
      const damaged: Record<typeof where, Partial<ChainCut>> = {
        pool: { poolHeld: cut.poolHeld - missing },
        boundary: { boundaries: [{ ...first!, holding: first!.holding - missing }, ...others] },
        total: { contractTotal: cut.contractTotal + missing },
        vault: {
          vaultedTotal: missing,
          poolHeld: cut.poolHeld - missing,
          // Elsewhere there is more than enough; that makes up for nothing.
          vaults: [
            { hash: 'x', balance: missing, held: missing - 1n, owned: true },
            { hash: 'y', balance: 0n, held: 7n, owned: true },
          ],
        },
        projection: {},
      }
      if (where === 'projection')
        world.projection.of.set('b', world.projection.of.get('b')! + missing)
      assert.isFalse(sheetOf(world, cutOf(world, damaged[where])).conservation)
    })
  })

  test('value that moved in the books of the contract alone is noticed', ({ assert }) => {
    forAll([story, amount], { numRuns: 500 }, ({ moves, lag }, moved) => {
      const world = played([{ kind: 'mint', to: 'a', amount: 40_000n }, ...moves], lag)
      const cut = cutOf(world)
      const boundaries = cut.boundaries.map((each) => {
        const change = { a: -moved, b: moved, c: 0n }[each.hash as Boundary]
        return { ...each, holding: each.holding + change }
      })
      const sheet = sheetOf(world, { ...cut, boundaries })
      assert.containSubset(sheet, { boundarySum: sheet.contractTotal, conservation: false })
    })
  })

  test('tokens nobody asked for lie beside the books and break nothing', ({ assert }) => {
    forAll([story, amount, amount], { numRuns: 500 }, ({ moves, lag }, sent, unswept) => {
      const world = played(moves, lag)
      const cut = cutOf(world)
      const sheet = sheetOf(world, { ...cut, poolHeld: cut.poolHeld + sent, unswept })
      assert.isTrue(sheet.conservation)
      assert.deepEqual([sheet.physicalDrift, sheet.unattributed], [sent, sent + unswept])
    })
  })

  test('without a pool only what is owed is known', ({ assert }) => {
    forAll([story], { numRuns: 200 }, ({ moves, lag }) => {
      const world = played(moves, lag)
      const sheet = sheetOf(world, null)
      assert.isFalse(sheet.poolMeasurable)
      const known = [sheet.contractTotal, sheet.conservation, sheet.boundarySum]
      assert.deepEqual(known, [null, null, null])
      for (const entry of sheet.boundaries) {
        assert.deepEqual([entry.onChain, entry.surplus, entry.solvent], [null, null, null])
        assert.equal(entry.onChainSource, 'unavailable')
      }
    })
  })

  test('a boundary the ledger does not know is stranded, with what it holds', ({ assert }) => {
    const world = played([{ kind: 'mint', to: 'a', amount: 9n }], 0)
    const cut = cutOf(world)
    const boundaries = [...cut.boundaries, { hash: 'z', holding: 5n }]
    world.projection.of.set('z' as Boundary, 5n)
    const sheet = sheetOf(world, { ...cut, boundaries, contractTotal: 14n, poolHeld: 14n })
    assert.containSubset(sheet, { conservation: true, stranded: 5n })
    assert.deepEqual(sheet.unregistered, [{ boundaryId: 'z', onChain: 5n }])
  })
})
