import { test } from '@japa/runner'
import fc from 'fast-check'
import { formatUsd } from '#app/money/usd'
import type { Decision } from '#modules/ledger/core/decision'
import type { Operation } from '#modules/ledger/core/terms'
import { LedgerWorld } from '#tests/support/ledger_world'
import { NaiveBooks } from '#tests/support/naive_books'
import type { NaiveTransfer } from '#tests/support/naive_terms'

const NAMES = ['alice', 'bob', 'carol'] as const

const name = fc.constantFrom(...NAMES)
/** Few round amounts among many odd ones, so that balances are often spent to the last atom. */
const amount = fc.oneof(
  fc.constantFrom(1_000_000n, 2_000_000n, 3_000_000n),
  fc.bigInt({ min: 1n, max: 50_000_000n })
)
/** Most movements are asked for without a condition. */
const bound = fc.oneof(
  { weight: 6, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: amount }
)
const transfer = fc
  .record({
    atLeast: bound,
    atMost: bound,
    from: name,
    to: name,
    amount,
    fee: fc.constantFrom(0n, 50_000n, 1_000_000n),
    path: fc.integer({ min: 0, max: 25 }).map((number) => `/op/${number}`),
  })
  .filter(({ from, to }) => from !== to)
/** Which of those so far, as a share of them all. */
const place = fc.double({ min: 0, max: 0.999, noNaN: true })
/** Whether also operations that have ended may be meant. */
const late = fc.boolean()

const step = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('create' as const), name }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('fund' as const),
      name,
      amount: fc.oneof(amount, fc.constant(100_000_000n)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('announce' as const),
      name,
      amount,
      shown: fc.boolean(),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('transfer' as const), transfer }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('hold' as const), transfer }) },
  {
    weight: 3,
    arbitrary: fc
      .record({ kind: fc.constant('reserve' as const), from: name, to: fc.option(name), amount })
      .filter(({ from, to }) => from !== to),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('capture' as const),
      place,
      to: name,
      /** All that is left, or this much. */
      amount: fc.option(amount),
      fee: fc.constantFrom(0n, 50_000n),
      final: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('release' as const), place }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('split' as const),
      moves: fc.array(transfer, { minLength: 1, maxLength: 5 }),
      fee: fc.constantFrom(0n, 50_000n),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('reverse' as const),
      place,
      /** All that is left, or this much. */
      amount: fc.option(amount),
      refundFee: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('limit' as const),
      name,
      limits: fc.record({
        maxPerMovement: fc.option(amount, { freq: 1 }),
        maxPerDay: fc.option(
          amount.map((atoms) => atoms * 3n),
          { freq: 1 }
        ),
        maxBalance: fc.option(
          amount.map((atoms) => atoms * 4n),
          { freq: 1 }
        ),
        minBalance: fc.option(amount, { freq: 1 }),
      }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('repeat' as const), place, held: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('bulk' as const),
      transfers: fc.array(transfer, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('withdraw' as const),
      name,
      /** All that is available, or this much. */
      amount: fc.option(amount),
      settle: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('settle' as const), place, late }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('abandon' as const), place, late }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('remove' as const),
      name,
      sweepTo: fc.option(name),
      /** Whether a rail has to carry the sweep. */
      held: fc.boolean(),
    }),
  }
)

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** The ledger's core and the naive model, side by side. */
class Duel {
  readonly world = new LedgerWorld()
  readonly books = new NaiveBooks()
  /** Operations opened so far, at the places the model gives them. */
  #opened: { id: string; type: string; amount: string }[] = []
  #transfers: NaiveTransfer[] = []
  #reserved: string[] = []
  #checked = 0
  #newest = new Map<string, bigint>()

  constructor() {
    for (const each of NAMES) this.play({ kind: 'create', name: each })
  }

  play(each: Step) {
    const entries = this.world.entries.length
    for (const [decision, predicted] of this.#turn(each)) {
      const answer = decision.kind === 'refused' ? decision.code : decision.kind
      if (answer !== predicted) throw new Error(`${each.kind}: ${answer}, expected ${predicted}`)
      const stored = ['accepted', 'decided_all', 'composed'].includes(decision.kind)
      if (!stored && this.world.entries.length !== entries) {
        throw new Error(`${each.kind} was ${answer} and left an entry`)
      }
    }
    this.#compare()
  }

  #turn(each: Step): [Decision, string][] {
    switch (each.kind) {
      case 'create':
        return [[this.world.create(each.name), this.books.create(each.name)]]
      case 'fund':
        return this.#thenSettle(this.#deposit(each.name, each.amount, true), true)
      case 'announce':
        return [this.#deposit(each.name, each.amount, each.shown)]
      case 'transfer':
        return [this.#transfer(each.transfer)]
      case 'hold':
        return [this.#hold(each.transfer)]
      case 'repeat':
        return this.#repeat(each)
      case 'bulk': {
        const requests = each.transfers.map((one) => this.world.transferRequest(...words(one)))
        return [[this.world.bulk(requests), this.books.bulk(each.transfers)]]
      }
      case 'withdraw':
        return this.#thenSettle(this.#withdraw(each.name, each.amount), each.settle)
      case 'settle':
      case 'abandon':
        return this.#end(each.kind, this.#chosen(each.place, each.late))
      case 'remove':
        return [this.#remove(each)]
      case 'split': {
        const { moves, fee } = each
        const asked = moves.map(({ from, to, amount: atoms }) => ({
          source: `/${from}`,
          target: `/${to}`,
          amount: atoms,
        }))
        const decision = this.world.split(asked, { fee: formatUsd(fee) })
        return [[decision, this.books.split(moves, fee)]]
      }
      case 'reverse':
        return this.#reverse(each)
      case 'limit':
        return [
          [this.world.limit(each.name, each.limits), this.books.limit(each.name, each.limits)],
        ]
      default:
        return this.#aboutHold(each)
    }
  }

  #repeat({ place: share, held }: Extract<Step, { kind: 'repeat' }>): [Decision, string][] {
    const again = pick(this.#transfers, share)
    if (!again) return []
    return [held ? this.#hold(again) : this.#transfer(again)]
  }

  #deposit(to: string, atoms: bigint, shown: boolean): [Decision, string] {
    const decision = this.world.openDeposit(to, formatUsd(atoms), undefined, shown)
    this.#remember(decision, 'deposit', atoms)
    return [decision, this.books.openDeposit(to, atoms, shown)]
  }

  #transfer(moved: NaiveTransfer): [Decision, string] {
    this.#transfers.push(moved)
    return [this.world.transfer(...words(moved)), this.books.transfer(moved)]
  }

  #hold(held: NaiveTransfer): [Decision, string] {
    this.#transfers.push(held)
    const decision = this.world.openTransfer(...words(held))
    this.#remember(decision, 'transfer', held.amount)
    return [decision, this.books.openTransfer(held)]
  }

  #reserve({ from, to, amount: atoms }: Extract<Step, { kind: 'reserve' }>): [Decision, string] {
    const decision = this.world.hold(from, formatUsd(atoms), { to: to ?? undefined })
    if (decision.kind === 'accepted') this.#reserved.push(decision.posting.operation!.row.id)
    return [decision, this.books.reserve(from, to, atoms)]
  }

  #aboutHold(
    each: Extract<Step, { kind: 'reserve' | 'capture' | 'release' }>
  ): [Decision, string][] {
    if (each.kind === 'reserve') return [this.#reserve(each)]
    const at = Math.floor(each.place * this.#reserved.length)
    const holdId = this.#reserved[at]
    if (holdId === undefined) return []
    if (each.kind === 'release') {
      return [[this.world.endHold(holdId, 'released'), this.books.release(at)]]
    }
    const asked = each.amount === null ? null : formatUsd(each.amount)
    const more = { fee: formatUsd(each.fee), final: each.final }
    const decision = this.world.capture(holdId, each.to, asked, more)
    return [[decision, this.books.capture({ ...each, place: at })]]
  }

  #reverse({ place: share, amount: atoms, refundFee }: Extract<Step, { kind: 'reverse' }>) {
    const moved = this.world.entries.flatMap(({ posting: { operation } }) =>
      operation?.kind === 'new' && isReversible(operation.row) ? operation.row.id : []
    )
    if (moved.length !== this.books.moved.length) throw new Error('movements differ')
    const at = Math.floor(share * moved.length)
    const id = moved[at]
    if (id === undefined) return []
    const decision = this.world.reverse(id, atoms === null ? null : formatUsd(atoms), { refundFee })
    return [[decision, this.books.reverse(at, atoms, refundFee)]] as [Decision, string][]
  }

  #remove({ name: of, held, ...each }: Extract<Step, { kind: 'remove' }>): [Decision, string] {
    const sweepTo = each.sweepTo === of ? null : each.sweepTo
    const target = sweepTo ?? undefined
    if (!held) return [this.world.remove(of, target), this.books.remove(of, sweepTo)]
    const { settled } = this.world.balance(of)
    const decision = this.world.openRemove(of, target)
    if (settled > 0n) this.#remember(decision, 'delete', settled)
    return [decision, this.books.openRemove(of, sweepTo)]
  }

  #withdraw(from: string, wanted: bigint | null): [Decision, string] {
    const account = this.books.accounts.get(from)
    const available = account ? account.cash - account.departing : 0n
    const atoms = wanted ?? (available > 0n ? available : 1n)
    const decision = this.world.openWithdrawal(from, formatUsd(atoms))
    this.#remember(decision, 'withdrawal', atoms)
    return [decision, this.books.openWithdrawal(from, atoms)]
  }

  #remember(decision: Decision, type: string, atoms: bigint) {
    if (decision.kind !== 'accepted') return
    const { id } = decision.posting.operation!.row
    this.#opened.push({ id, type, amount: formatUsd(atoms) })
  }

  #thenSettle(opened: [Decision, string], settle: boolean): [Decision, string][] {
    if (!settle || opened[0].kind !== 'accepted') return [opened]
    return [opened, ...this.#end('settle', this.#opened.length - 1)]
  }

  #chosen(share: number, ended: boolean): number | undefined {
    const places = this.#opened.map((_, index) => index)
    return pick(ended ? places : places.filter((index) => !this.books.pending[index]!.ended), share)
  }

  #end(how: 'settle' | 'abandon', index: number | undefined): [Decision, string][] {
    if (index === undefined) return []
    const { id, type, amount: text } = this.#opened[index]!
    if (how === 'abandon') return [[this.world.abandon(id), this.books.abandon(index)]]
    return [[this.#settle(id, type, text), this.books.settle(index)]]
  }

  #settle(id: string, type: string, text: string): Decision {
    switch (type) {
      case 'deposit':
        return this.world.settle(id, text)
      case 'transfer':
        return this.world.settleTransfer(id)
      case 'delete':
        return this.world.settleRemove(id)
      default:
        return this.world.settleWithdrawal(id)
    }
  }

  #compare() {
    const { world, books } = this
    books.prove()
    for (const [owner, account] of books.accounts) {
      const object = world.state.objectsByPath.get(`/${owner}`)
      if ((object?.status ?? 'deleted') !== account.status) throw new Error(`${owner}: status`)
      if (!object) continue
      const { settled, arriving, departing } = world.balance(owner)
      if (settled !== account.cash) throw new Error(`${owner}: settled`)
      if (arriving !== account.arriving) throw new Error(`${owner}: arriving`)
      if (departing !== account.departing) throw new Error(`${owner}: departing`)
    }
    if (world.fees !== books.fees) throw new Error('fees differ from the model')
    if (world.external !== books.outside) throw new Error('the outside differs from the model')
    this.#checkNewEntries()
  }

  #checkNewEntries() {
    for (const entry of this.world.entries.slice(this.#checked)) {
      if (entry.seq !== ++this.#checked) throw new Error('the sequence has a hole')
      const sum = entry.legs.reduce((total, leg) => total + leg.amount, 0n)
      if (sum !== 0n) throw new Error('legs of an entry do not cancel')
      for (const leg of entry.legs) {
        const before = this.#newest.get(leg.objectId) ?? 0n
        if (leg.balanceAfter !== before + leg.amount) throw new Error('balance_after is broken')
        this.#newest.set(leg.objectId, leg.balanceAfter)
      }
    }
  }
}

/** Movements that take their time are left to the tests of their own. */
function isReversible({ type, state }: Operation): boolean {
  return state === 'completed' && ['transfer', 'capture'].includes(type)
}

function pick<Item>(items: readonly Item[], share: number): Item | undefined {
  return items[Math.floor(share * items.length)]
}

function words({ from, to, amount: atoms, fee, path, atLeast, atMost }: NaiveTransfer) {
  const conditions = {
    ...(typeof atLeast === 'bigint' && { sourceAtLeast: atLeast }),
    ...(typeof atMost === 'bigint' && { targetAtMost: atMost }),
  }
  return [from, to, formatUsd(atoms), formatUsd(fee), path, conditions] as const
}

test.group('ledger | journal against the naive model', () => {
  test('any order of creating, funding, moving, holding, capturing, withdrawing and deleting gives the books and answers the model predicts', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        const duel = new Duel()
        for (const each of steps) duel.play(each)
      }),
      { numRuns: 1000 }
    )
  })
})
