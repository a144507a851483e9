import { formatUsd, type Atoms } from '#app/money/usd'
import { traitOf } from '#modules/ledger/core/operation_types'
import type { Conditions } from '#modules/ledger/core/conditions'
import type { Decision } from '#modules/ledger/core/decision'
import type { Operation } from '#modules/ledger/core/terms'
import { LedgerWorld } from '#tests/support/ledger_world'
import { NaiveBooks } from '#tests/support/naive_books'
import type { NaiveConditions, NaiveDeal, NaiveTransfer } from '#tests/support/naive_terms'
import { NAMES, type Step, type StepOf } from './journal_steps.ts'

/** What the ledger has decided, and what the model predicts. */
type Turn = [Decision, string]

type AboutHold = 'capture' | 'release' | 'extend' | 'expire'
type Primitive = AboutHold | 'split' | 'deal' | 'reverse' | 'limit' | 'reserve' | 'pass'

/** The ledger's core and the naive model, side by side. */
export class Duel {
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
    for (const each of NAMES) this.play({ kind: 'fund', name: each, amount: 60_000_000n })
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

  #turn(each: Step): Turn[] {
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
      case 'bulk':
        return [this.#bulk(each)]
      case 'withdraw':
        return this.#thenSettle(this.#withdraw(each.name, each.amount), each.settle)
      case 'settle':
      case 'abandon':
        return this.#end(each.kind, this.#chosen(each.place, each.late))
      case 'remove':
        return [this.#remove(each)]
      default:
        return this.#primitive(each)
    }
  }

  #primitive(each: StepOf<Primitive>): Turn[] {
    switch (each.kind) {
      case 'split':
        return [this.#split(each)]
      case 'deal':
        return [this.#deal(each)]
      case 'reverse':
        return this.#reverse(each)
      case 'limit':
        return [
          [this.world.limit(each.name, each.limits), this.books.limit(each.name, each.limits)],
        ]
      case 'reserve':
        return [this.#reserve(each)]
      case 'pass':
        this.world.pass(each.seconds)
        this.books.pass(each.seconds)
        return []
      default:
        return this.#aboutHold(each)
    }
  }

  #repeat({ place: share, held }: StepOf<'repeat'>): Turn[] {
    const again = pick(this.#transfers, share)
    if (!again) return []
    return [held ? this.#hold(again) : this.#transfer(again)]
  }

  #deposit(to: string, atoms: bigint, shown: boolean): Turn {
    const decision = this.world.openDeposit(to, formatUsd(atoms), undefined, shown)
    this.#remember(decision, 'deposit', atoms)
    return [decision, this.books.openDeposit(to, atoms, shown)]
  }

  #transfer(moved: NaiveTransfer): Turn {
    this.#transfers.push(moved)
    return [this.world.transfer(...this.#words(moved)), this.books.transfer(moved)]
  }

  #hold(held: NaiveTransfer): Turn {
    this.#transfers.push(held)
    const decision = this.world.openTransfer(...this.#words(held))
    this.#remember(decision, 'transfer', held.amount)
    return [decision, this.books.openTransfer(held)]
  }

  /** A version that was read before the bulk is not the newest once a part of it has moved. */
  #bulk({ transfers }: StepOf<'bulk'>): Turn {
    const parts = transfers.map((each) => ({ ...each, version: null }))
    const requests = parts.map((one) => this.world.transferRequest(...this.#words(one)))
    return [this.world.bulk(requests), this.books.bulk(parts)]
  }

  #words({ from, to, amount, fee, path, ...asked }: NaiveTransfer) {
    return [from, to, formatUsd(amount), formatUsd(fee), path, this.#asked(asked, from)] as const
  }

  #asked({ atLeast, atMost, version }: NaiveConditions, from: string): Conditions {
    const newest = this.world.version(from)
    return {
      ...(typeof atLeast === 'bigint' && { sourceAtLeast: atLeast }),
      ...(typeof atMost === 'bigint' && { targetAtMost: atMost }),
      ...(version && { sourceVersion: version === 'newest' ? newest : newest - 1 }),
    }
  }

  #reserve({ hold }: StepOf<'reserve'>): Turn {
    const { from, to, amount, seconds } = hold
    const asked = { to: to ?? undefined, seconds, conditions: this.#asked(hold, from) }
    const decision = this.world.hold(from, formatUsd(amount), asked)
    if (decision.kind === 'accepted') this.#reserved.push(decision.posting.operation!.row.id)
    return [decision, this.books.reserve(hold)]
  }

  #aboutHold(each: StepOf<AboutHold>): Turn[] {
    const { world, books } = this
    const at = Math.floor(each.place * this.#reserved.length)
    const holdId = this.#reserved[at]
    if (holdId === undefined) return []
    switch (each.kind) {
      case 'release':
        return [[world.endHold(holdId, 'released'), books.release(at)]]
      case 'expire':
        return [[world.endHold(holdId, 'expired'), books.expire(at)]]
      case 'extend':
        return [[world.extendHold(holdId, each.seconds), books.extend(at, each.seconds)]]
      case 'capture': {
        const more = { fee: formatUsd(each.fee), final: each.final }
        const decision = world.capture(holdId, each.to, textOrNull(each.amount), more)
        return [[decision, books.capture({ ...each, place: at })]]
      }
    }
  }

  #split({ moves, fee, ...asked }: StepOf<'split'>): Turn {
    const named = moves.map(({ from, to, amount }) => {
      return { source: `/${from}`, target: `/${to}`, amount }
    })
    const more = { fee: formatUsd(fee), conditions: this.#asked(asked, moves[0]!.from) }
    return [this.world.split(named, more), this.books.split(moves, fee, asked)]
  }

  #deal({ deal, fee, ...asked }: StepOf<'deal'>): Turn {
    const more = { fee: formatUsd(fee), conditions: this.#asked(asked, deal.sources[0]!.name) }
    return [this.world.split(splitOf(deal), more), this.books.deal(deal, fee, asked)]
  }

  #reverse({ place: share, amount: atoms, refundFee }: StepOf<'reverse'>): Turn[] {
    const moved = this.world.entries.flatMap(({ posting: { operation } }) =>
      operation?.kind === 'new' && isReversible(operation.row) ? operation.row.id : []
    )
    if (moved.length !== this.books.moved.length) throw new Error('movements differ')
    const at = Math.floor(share * moved.length)
    const id = moved[at]
    if (id === undefined) return []
    const decision = this.world.reverse(id, textOrNull(atoms), { refundFee })
    return [[decision, this.books.reverse(at, atoms, refundFee)]]
  }

  #remove({ name: of, held, ...each }: StepOf<'remove'>): Turn {
    const sweepTo = each.sweepTo === of ? null : each.sweepTo
    const target = sweepTo ?? undefined
    if (!held) return [this.world.remove(of, target), this.books.remove(of, sweepTo)]
    const { settled } = this.world.balance(of)
    const decision = this.world.openRemove(of, target)
    if (settled > 0n) this.#remember(decision, 'delete', settled)
    return [decision, this.books.openRemove(of, sweepTo)]
  }

  #withdraw(from: string, wanted: bigint | null): Turn {
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

  #thenSettle(opened: Turn, settle: boolean): Turn[] {
    if (!settle || opened[0].kind !== 'accepted') return [opened]
    return [opened, ...this.#end('settle', this.#opened.length - 1)]
  }

  #chosen(share: number, ended: boolean): number | undefined {
    const places = this.#opened.map((_, index) => index)
    return pick(ended ? places : places.filter((index) => !this.books.pending[index]!.ended), share)
  }

  #end(how: 'settle' | 'abandon', index: number | undefined): Turn[] {
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
  return state === 'completed' && traitOf(type, 'reversible') === true
}

function splitOf({ amount, sources, targets, remainder }: NaiveDeal) {
  const denominator = targets.reduce((sum, { weight }) => sum + weight, 0n)
  return {
    amount,
    sources: sources.map(({ name, max }) => ({ path: `/${name}`, ...(max !== null && { max }) })),
    targets: targets.map(({ name, weight }, at) => {
      const isLast = remainder && at === targets.length - 1
      const part = isLast ? { remainder } : { share: { numerator: weight, denominator } }
      return { path: `/${name}`, ...part }
    }),
  }
}

function pick<Item>(items: readonly Item[], share: number): Item | undefined {
  return items[Math.floor(share * items.length)]
}

function textOrNull(atoms: Atoms | null): string | null {
  return atoms === null ? null : formatUsd(atoms)
}
