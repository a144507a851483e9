import { test } from '@japa/runner'
import fc from 'fast-check'
import { formatUsd } from '#app/money/usd'
import { LedgerWorld } from '#tests/support/ledger_world'

/**
 * A second, naive model of the books: plain numbers of atoms per name. It knows the rules only as
 * the contract states them and shares no code with the core.
 */
class NaiveBooks {
  cash = new Map<string, bigint>([
    ['alice', 0n],
    ['bob', 0n],
    ['carol', 0n],
  ])
  fees = 0n
  outside = 0n
  used = new Map<string, string>()

  fund(name: string, amount: bigint) {
    this.cash.set(name, this.cash.get(name)! + amount)
    this.outside -= amount
  }

  transfer(step: { from: string; to: string; amount: bigint; fee: bigint; path: string }) {
    const { from, to, amount, fee, path } = step
    const inputs = `${from} ${to} ${amount} ${fee}`
    if (this.used.has(path)) return this.used.get(path) === inputs ? 'replayed' : 'refused'
    if (amount <= fee || this.cash.get(from)! < amount) return 'refused'
    this.cash.set(from, this.cash.get(from)! - amount)
    this.cash.set(to, this.cash.get(to)! + amount - fee)
    this.fees += fee
    this.used.set(path, inputs)
    return 'accepted'
  }
}

const name = fc.constantFrom('alice', 'bob', 'carol')
/** Few round amounts among many odd ones, so that balances are often spent to the last atom. */
const amount = fc.oneof(
  fc.constantFrom(1_000_000n, 2_000_000n, 3_000_000n),
  fc.bigInt({ min: 1n, max: 50_000_000n })
)
const step = fc.oneof(
  fc.record({ kind: fc.constant('fund' as const), name, amount }),
  fc.record({
    kind: fc.constant('transfer' as const),
    from: name,
    to: name,
    amount,
    fee: fc.constantFrom(0n, 50_000n, 1_000_000n),
    path: fc.integer({ min: 0, max: 15 }).map((number) => `/op/${number}`),
  })
)

test.group('ledger | journal against the naive model', () => {
  test('any order of funding and transfers gives the books the model predicts', ({ assert }) => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const world = new LedgerWorld({ alice: '0', bob: '0', carol: '0' })
        const books = new NaiveBooks()
        for (const each of steps) {
          if (each.kind === 'fund') {
            world.fund(each.name, formatUsd(each.amount))
            books.fund(each.name, each.amount)
          } else if (each.from !== each.to) {
            const { from, to, path } = each
            const decision = world.transfer(
              from,
              to,
              formatUsd(each.amount),
              formatUsd(each.fee),
              path
            )
            assert.equal(decision.kind, books.transfer(each))
          }
          checkInvariants(world, books)
        }
      }),
      { numRuns: 500 }
    )
  }).timeout(60_000)
})

function checkInvariants(world: LedgerWorld, books: NaiveBooks) {
  for (const [owner, atoms] of books.cash) {
    if (world.balance(owner).settled !== atoms) throw new Error(`${owner} differs from the model`)
    if (atoms < 0n) throw new Error(`${owner} is overdrawn`)
  }
  if (world.fees !== books.fees) throw new Error('fees differ from the model')
  if (world.external !== books.outside) throw new Error('the outside differs from the model')
  const newest = new Map<string, bigint>()
  world.entries.forEach((entry, index) => {
    if (entry.seq !== index + 1) throw new Error('the sequence has a hole')
    const sum = entry.legs.reduce((total, leg) => total + leg.amount, 0n)
    if (sum !== 0n) throw new Error('legs of an entry do not cancel')
    for (const leg of entry.legs) {
      const before = newest.get(leg.objectId) ?? 0n
      if (leg.balanceAfter !== before + leg.amount) throw new Error('balance_after is broken')
      newest.set(leg.objectId, leg.balanceAfter)
    }
  })
}
