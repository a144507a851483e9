import type { Atoms } from '#app/money/usd'
import { has, NaiveAccounts } from '#tests/support/naive_accounts'
import type {
  Account,
  Moved,
  NaiveCapture,
  NaiveConditions,
  NaiveDeal,
  NaiveHold,
  NaiveMove,
  Reserved,
} from '#tests/support/naive_terms'

/** Holds, splits and reversals of the naive model. */
export class NaivePrimitives extends NaiveAccounts {
  /** Holds in the order in which they were made. */
  reserved: Reserved[] = []
  /** What has moved and can be moved back, in the order in which it was asked for. */
  moved: Moved[] = []
  #seconds = 0

  pass(seconds: number) {
    this.#seconds += seconds
  }

  reserve({ from: name, to: toName, amount, seconds, ...asked }: NaiveHold): string {
    const from = this.usable(name)
    if (!from) return this.missing(name, 'NOT_FOUND')
    const to = toName === null ? null : this.usable(toName)
    if (toName !== null && !to) return this.missing(toName, 'NOT_FOUND')
    if (!this.meets(asked, from, to)) return 'CONDITION_FAILED'
    if (has(from) < amount) return 'INSUFFICIENT_BALANCE'
    if (!this.within(from, to, amount)) return 'LIMIT_EXCEEDED'
    this.count(from, amount)
    from.departing += amount
    if (to) to.arriving += amount
    const until = seconds === null ? null : this.#seconds + seconds
    this.reserved.push({ from, to, amount, captured: 0n, rest: amount, until, ended: false })
    return 'accepted'
  }

  capture({ place, to: name, amount: asked, fee, final }: NaiveCapture): string {
    const held = this.reserved[place]!
    if (!this.#isOpen(held)) return 'HOLD_NOT_OPEN'
    const to = this.usable(name)
    if (!to) return this.missing(name, 'NOT_FOUND')
    if (to === held.from) return 'VALIDATION_ERROR'
    const amount = asked ?? held.rest
    if (amount > held.rest) return 'INSUFFICIENT_BALANCE'
    if (amount <= fee) return 'VALIDATION_ERROR'
    if (to !== held.to && !this.fits(to, amount - fee)) return 'LIMIT_EXCEEDED'
    this.#giveBack(held, final ? held.rest : amount)
    held.captured += amount
    held.from.cash -= amount
    to.cash += amount - fee
    this.fees += fee
    this.remember([{ from: held.from, to, amount }], fee)
    return 'composed'
  }

  release(place: number): string {
    const held = this.reserved[place]!
    if (!this.#isOpen(held)) return 'HOLD_NOT_OPEN'
    this.#giveBack(held, held.rest)
    return 'accepted'
  }

  /** What the worker does that ends holds at their time. */
  expire(place: number): string {
    const held = this.reserved[place]!
    if (held.ended || this.#isOpen(held)) return 'settled_before'
    this.#giveBack(held, held.rest)
    return 'accepted'
  }

  extend(place: number, seconds: number): string {
    const held = this.reserved[place]!
    if (!this.#isOpen(held)) return 'HOLD_NOT_OPEN'
    const until = this.#seconds + seconds
    if (held.until === null || until < held.until) return 'VALIDATION_ERROR'
    held.until = until
    return 'accepted'
  }

  /** Once its time is over it is not open, though nobody may have ended it. */
  #isOpen({ ended, until }: Reserved): boolean {
    return !ended && (until === null || this.#seconds < until)
  }

  #giveBack(held: Reserved, amount: Atoms) {
    held.from.departing -= amount
    if (held.to) held.to.arriving -= amount
    held.rest -= amount
    held.ended = held.rest === 0n
  }

  /** Moves that happen together: what an object has is looked at once all of them have happened. */
  split(moves: readonly NaiveMove[], fee: Atoms, asked: NaiveConditions = {}): string {
    const names = moves.flatMap(({ from, to }) => [from, to])
    const refusal = this.#refusalOf(names, asked, moves[0]!)
    return refusal ?? this.#together(moves, fee)
  }

  /** A waterfall of sources, whose amount targets share. */
  deal(dealt: NaiveDeal, fee: Atoms, asked: NaiveConditions = {}): string {
    const { sources, targets } = dealt
    const names = [...sources, ...targets].map(({ name }) => name)
    const first = { from: sources[0]!.name, to: targets[0]!.name }
    const refusal = this.#refusalOf(names, asked, first)
    if (refusal) return refusal
    const givers = this.#givers(dealt, fee, true) ?? this.#givers(dealt, fee, false)
    if (!givers) return 'INSUFFICIENT_BALANCE'
    const shares = sharesOf(dealt)
    const takers = targets.map(({ name }, at) => ({ name, atoms: shares[at]! }))
    return this.#together(pairsOf(givers, takers), fee)
  }

  /** What each source gives; null when that is not the amount. */
  #givers({ amount, sources }: NaiveDeal, fee: Atoms, isLimited: boolean): NaiveShare[] | null {
    const givers: NaiveShare[] = []
    let missing = amount
    for (const { name, max } of sources) {
      const from = this.accounts.get(name)!
      let could = least(has(from), max ?? has(from))
      if (isLimited) {
        const { minBalance, maxPerMovement, maxPerDay } = from.limits
        could = least(could, has(from) - (minBalance ?? 0n))
        could = least(could, maxPerMovement ?? could)
        if (maxPerDay !== null) could = least(could, maxPerDay - from.moved)
      }
      const gives = could > fee ? least(missing, could) : 0n
      givers.push({ name, atoms: gives })
      missing -= gives
    }
    return missing > 0n ? null : givers
  }

  #refusalOf(
    names: readonly string[],
    asked: NaiveConditions,
    { from, to }: { from: string; to: string }
  ): string | null {
    for (const name of names) if (!this.usable(name)) return this.missing(name, 'NOT_FOUND')
    const isMet = this.meets(asked, this.accounts.get(from)!, this.accounts.get(to)!)
    return isMet ? null : 'CONDITION_FAILED'
  }

  #together(named: readonly NaiveMove[], fee: Atoms): string {
    if (named.some(({ amount }) => amount <= fee)) return 'VALIDATION_ERROR'
    const moves = named.map(({ from, to, amount }) => {
      return { from: this.accounts.get(from)!, to: this.accounts.get(to)!, amount, fee }
    })
    const refusal = this.#flow(moves)
    if (refusal) return refusal
    this.fees += fee * BigInt(moves.length)
    this.remember(moves, fee)
    return 'accepted'
  }

  /** Moves it all, or answers why not. A refund is what the collected fees give besides. */
  #flow(
    moves: readonly { from: Account; to: Account; amount: Atoms; fee: Atoms; refund?: Atoms }[]
  ): string | null {
    const flows = new Map<Account, { out: Atoms; into: Atoms }>()
    const flowOf = (account: Account) => {
      if (!flows.has(account)) flows.set(account, { out: 0n, into: 0n })
      return flows.get(account)!
    }
    for (const { from, to, amount, fee, refund = 0n } of moves) {
      flowOf(from).out += amount
      flowOf(to).into += amount - fee + refund
    }
    for (const [account, { out, into }] of flows) {
      const left = has(account) - out + into
      if (out > into && left < 0n) return 'INSUFFICIENT_BALANCE'
      if (out > 0n && !this.leaves(account, out, left)) return 'LIMIT_EXCEEDED'
      if (into > out && !this.fits(account, into - out)) return 'LIMIT_EXCEEDED'
    }
    const refunds = moves.reduce((sum, { refund = 0n }) => sum + refund, 0n)
    if (this.fees < refunds) return 'INSUFFICIENT_BALANCE'
    this.fees -= refunds
    for (const [account, { out, into }] of flows) {
      if (out > 0n) this.count(account, out)
      account.cash += into - out
    }
    return null
  }

  protected remember(moves: readonly { from: Account; to: Account; amount: Atoms }[], fee: Atoms) {
    this.moved.push(
      moves.map(({ from, to, amount }) => ({ from, to, arrived: amount - fee, fee, back: 0n }))
    )
  }

  /** @param asked null: all that is left */
  reverse(place: number, asked: Atoms | null, refundFee: boolean): string {
    const moved = this.moved[place]!
    const rests = moved.map(({ arrived, back }) => arrived - back)
    const left = rests.reduce((sum, rest) => sum + rest, 0n)
    const amount = asked ?? left
    if (left === 0n || amount > left) return 'ALREADY_REVERSED'
    const parts = shared(amount, rests)
    const back = moved
      .map((one, at) => ({ one, amount: parts[at]! }))
      .filter((part) => part.amount > 0n)
    const isGone = back.some(
      ({ one }) => one.from.status !== 'active' || one.to.status !== 'active'
    )
    if (isGone) return 'NOT_FOUND'
    const refusal = this.#flow(
      back.map(({ one, amount: part }) => {
        const share = (atoms: Atoms) => (atoms * one.fee) / one.arrived
        const refund = refundFee ? share(one.back + part) - share(one.back) : 0n
        return { from: one.to, to: one.from, amount: part, fee: 0n, refund }
      })
    )
    if (refusal) return refusal
    for (const { one, amount: part } of back) one.back += part
    return 'accepted'
  }

  override prove() {
    super.prove()
    for (const { amount, captured, rest } of this.reserved) {
      if (captured + rest > amount) throw new Error('the model captures more than was held')
    }
    for (const { arrived, back } of this.moved.flat()) {
      if (back > arrived) throw new Error('the model moves back more than had arrived')
    }
  }
}

interface NaiveShare {
  name: string
  atoms: Atoms
}

/** What rounding leaves goes to the last target, if that takes the remainder. */
function sharesOf({ amount, targets, remainder }: NaiveDeal): Atoms[] {
  const weights = targets.map(({ weight }) => weight)
  if (!remainder) return shared(amount, weights)
  const all = weights.reduce((sum, weight) => sum + weight, 0n)
  const others = weights.slice(0, -1).map((weight) => (amount * weight) / all)
  return [...others, others.reduce((rest, part) => rest - part, amount)]
}

/** Each gets its part rounded down, and those that have lost most by it one atom of what is left. */
function shared(amount: Atoms, weights: readonly bigint[]): Atoms[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0n)
  const parts = weights.map((weight) => (amount * weight) / all)
  const lost = weights.map((weight) => (amount * weight) % all)
  let left = parts.reduce((rest, part) => rest - part, amount)
  for (; left > 0n; left--) {
    const most = lost.reduce((one, other) => (other > one ? other : one))
    const at = lost.indexOf(most)
    parts[at]! += 1n
    lost[at] = -1n
  }
  return parts
}

/** Whoever comes first gives to whoever comes first, until one of them is through. */
function pairsOf(givers: readonly NaiveShare[], takers: readonly NaiveShare[]): NaiveMove[] {
  const moves: NaiveMove[] = []
  let given = 0n
  for (const { name: from, atoms: gives } of givers) {
    let taken = 0n
    for (const { name: to, atoms: takes } of takers) {
      const begin = taken > given ? taken : given
      const amount = least(given + gives, taken + takes) - begin
      if (amount > 0n) moves.push({ from, to, amount })
      taken += takes
    }
    given += gives
  }
  return moves
}

function least(...amounts: Atoms[]): Atoms {
  return amounts.reduce((one, other) => (other < one ? other : one))
}
