import { formatUsd, type Atoms } from '#app/money/usd'
import {
  type NaiveTransfer,
  type Account,
  type NaiveLimits,
  UNLIMITED,
  type Reserved,
  type Moved,
  type NaiveCapture,
  type Pending,
} from '#tests/support/naive_terms'

/**
 * A second, naive model of the books: plain numbers of atoms per name. It has the rules as the
 * contract states them, and shares no code with the core. Each method answers what the ledger must
 * answer: the kind of the decision, or the code of the refusal.
 */
export class NaiveBooks {
  /** The newest generation under each name. */
  accounts = new Map<string, Account>()
  fees = 0n
  outside = 0n
  /** Operations in the order in which they were opened; ended ones keep their place. */
  pending: Pending[] = []
  /** Holds in the order in which they were made. */
  reserved: Reserved[] = []
  /** What has moved and can be moved back, in the order in which it was asked for. */
  moved: Moved[] = []
  #used = new Map<string, string>()
  #everybody: Account[] = []

  create(name: string): string {
    const there = this.accounts.get(name)
    if (there?.status === 'withdrawn') return 'PATH_RETIRED'
    if (there?.status === 'deleting') return 'CONFLICT'
    if (there?.status === 'active') return 'existing'
    const account: Account = {
      status: 'active',
      cash: 0n,
      departing: 0n,
      arriving: 0n,
      limits: UNLIMITED,
      moved: 0n,
    }
    this.accounts.set(name, account)
    this.#everybody.push(account)
    return 'accepted'
  }

  /** @param shown whether the amount is in transit, and therefore shown as arriving */
  openDeposit(name: string, amount: Atoms, shown: boolean): string {
    const to = this.#usable(name)
    if (!to) return this.#missing(name, 'OBJECT_NOT_FOUND')
    if (shown) to.arriving += amount
    this.pending.push({ kind: 'deposit', ended: false, to, amount, shown })
    return 'accepted'
  }

  transfer(step: NaiveTransfer): string {
    const answer = this.#checkTransfer(step)
    if (answer !== 'accepted') return answer
    const { from, to, amount, fee } = step
    this.accounts.get(from)!.cash -= amount
    this.accounts.get(to)!.cash += amount - fee
    this.fees += fee
    this.#remember(this.accounts.get(from)!, this.accounts.get(to)!, amount, fee)
    return 'accepted'
  }

  /** Moves that happen together: what an object has is looked at once all of them have happened. */
  split(moves: readonly Omit<NaiveTransfer, 'fee' | 'path'>[], fee: Atoms): string {
    const names = [...new Set(moves.flatMap(({ from, to }) => [from, to]))]
    for (const name of names) if (!this.#usable(name)) return this.#missing(name, 'NOT_FOUND')
    if (moves.some(({ amount }) => amount <= fee)) return 'VALIDATION_ERROR'
    const sum = (of: 'from' | 'to', name: string, less: Atoms) =>
      moves.reduce((total, move) => total + (move[of] === name ? move.amount - less : 0n), 0n)
    const flows = names.map((name) => {
      const account = this.accounts.get(name)!
      return { account, out: sum('from', name, 0n), into: sum('to', name, fee) }
    })
    for (const { account, out, into } of flows) {
      const left = account.cash - account.departing - out + into
      if (out > into && left < 0n) return 'INSUFFICIENT_BALANCE'
      if (out > 0n && !this.#leaves(account, out, left)) return 'LIMIT_EXCEEDED'
      if (into > out && !this.#fits(account, into - out)) return 'LIMIT_EXCEEDED'
    }
    for (const { account, out, into } of flows) {
      if (out > 0n) this.#count(account, out)
      account.cash += into - out
    }
    this.fees += fee * BigInt(moves.length)
    return 'accepted'
  }

  #remember(from: Account, to: Account, amount: Atoms, fee: Atoms) {
    this.moved.push({ from, to, arrived: amount - fee, fee, back: 0n })
  }

  /** @param asked null: all that is left */
  reverse(place: number, asked: Atoms | null, refundFee: boolean): string {
    const moved = this.moved[place]!
    const { from, to, arrived, fee, back } = moved
    const amount = asked ?? arrived - back
    if (back === arrived || back + amount > arrived) return 'ALREADY_REVERSED'
    if (to.status !== 'active' || from.status !== 'active') return 'NOT_FOUND'
    if (to.cash - to.departing < amount) return 'INSUFFICIENT_BALANCE'
    const share = (part: Atoms) => (part * fee) / arrived
    const refund = refundFee ? share(back + amount) - share(back) : 0n
    if (!this.#within(to, null, amount) || !this.#fits(from, amount + refund))
      return 'LIMIT_EXCEEDED'
    if (this.fees < refund) return 'INSUFFICIENT_BALANCE'
    this.#count(to, amount)
    to.cash -= amount
    from.cash += amount + refund
    this.fees -= refund
    moved.back += amount
    return 'accepted'
  }

  openTransfer(step: NaiveTransfer): string {
    const answer = this.#checkTransfer(step)
    if (answer !== 'accepted') return answer
    const { amount, fee } = step
    const from = this.accounts.get(step.from)!
    const to = this.accounts.get(step.to)!
    from.departing += amount
    to.arriving += amount - fee
    this.pending.push({ kind: 'transfer', ended: false, from, to, amount, fee })
    return 'accepted'
  }

  reserve(name: string, toName: string | null, amount: Atoms): string {
    const from = this.#usable(name)
    if (!from) return this.#missing(name, 'NOT_FOUND')
    const to = toName === null ? null : this.#usable(toName)
    if (toName !== null && !to) return this.#missing(toName, 'NOT_FOUND')
    if (from.cash - from.departing < amount) return 'INSUFFICIENT_BALANCE'
    if (!this.#within(from, to, amount)) return 'LIMIT_EXCEEDED'
    this.#count(from, amount)
    from.departing += amount
    if (to) to.arriving += amount
    this.reserved.push({ from, to, rest: amount, ended: false })
    return 'accepted'
  }

  capture({ place, to: name, amount: asked, fee, final }: NaiveCapture): string {
    const held = this.reserved[place]!
    if (held.ended) return 'HOLD_NOT_OPEN'
    const to = this.#usable(name)
    if (!to) return this.#missing(name, 'NOT_FOUND')
    if (to === held.from) return 'VALIDATION_ERROR'
    const amount = asked ?? held.rest
    if (amount > held.rest) return 'INSUFFICIENT_BALANCE'
    if (amount <= fee) return 'VALIDATION_ERROR'
    if (to !== held.to && !this.#fits(to, amount - fee)) return 'LIMIT_EXCEEDED'
    const ends = final || amount === held.rest
    this.#giveBack(held, ends ? held.rest : amount)
    held.from.cash -= amount
    to.cash += amount - fee
    this.fees += fee
    this.#remember(held.from, to, amount, fee)
    return 'composed'
  }

  release(place: number): string {
    const held = this.reserved[place]!
    if (held.ended) return 'HOLD_NOT_OPEN'
    this.#giveBack(held, held.rest)
    return 'accepted'
  }

  #giveBack(held: Reserved, amount: Atoms) {
    held.from.departing -= amount
    if (held.to) held.to.arriving -= amount
    held.rest -= amount
    held.ended = held.rest === 0n
  }

  /** Decides all transfers or none. */
  bulk(steps: readonly NaiveTransfer[]): string {
    const accounts = [...this.accounts].map(([name, account]) => [name, { ...account }] as const)
    const used = new Map(this.#used)
    const { fees } = this
    const { length } = this.moved
    for (const step of steps) {
      const answer = this.transfer(step)
      if (answer === 'accepted' || answer === 'replayed') continue
      for (const [name, before] of accounts) Object.assign(this.accounts.get(name)!, before)
      this.#used = used
      this.fees = fees
      this.moved.length = length
      return answer
    }
    return 'decided_all'
  }

  openWithdrawal(name: string, amount: Atoms): string {
    const from = this.accounts.get(name)
    if (from?.status === 'deleting') return 'CONFLICT'
    const emptied = from?.status === 'withdrawn' && from.cash === 0n
    if (!from || from.status === 'deleted' || emptied) return 'OBJECT_NOT_FOUND'
    if (from.cash - from.departing < amount) return 'INSUFFICIENT_BALANCE'
    if (!this.#within(from, null, amount)) return 'LIMIT_EXCEEDED'
    this.#count(from, amount)
    from.departing += amount
    this.pending.push({ kind: 'withdrawal', ended: false, from, amount })
    return 'accepted'
  }

  settle(place: number): string {
    const pending = this.pending[place]!
    if (pending.ended) return 'settled_before'
    this.#release(pending)
    if (pending.kind === 'transfer') {
      pending.from.cash -= pending.amount
      pending.to.cash += pending.amount - pending.fee
      this.fees += pending.fee
    } else if (pending.kind === 'sweep') {
      pending.from.cash -= pending.amount
      pending.to.cash += pending.amount
      // Value that arrived meanwhile is not swept, and the owner keeps the object.
      const empty = pending.from.cash === 0n
      pending.from.status = empty ? 'deleted' : 'active'
      return empty ? 'accepted' : 'composed'
    } else if (pending.kind === 'deposit') {
      // Money for a deleted object is not credited: the deposit fails.
      if (pending.to.status === 'deleted') return 'accepted'
      pending.to.cash += pending.amount
      this.outside -= pending.amount
    } else {
      const { from } = pending
      from.cash -= pending.amount
      this.outside += pending.amount
      const still = from.cash === 0n && from.departing === 0n && from.arriving === 0n
      if (still && from.status === 'active') from.status = 'withdrawn'
    }
    return 'accepted'
  }

  abandon(place: number): string {
    const pending = this.pending[place]!
    if (pending.ended) return 'settled_before'
    this.#release(pending)
    if (pending.kind === 'sweep') pending.from.status = 'active'
    return 'accepted'
  }

  remove(name: string, sweepTo: string | null): string {
    const refusal = this.#refusalToRemove(name, sweepTo)
    if (refusal) return refusal
    const account = this.accounts.get(name)!
    if (sweepTo !== null) this.accounts.get(sweepTo)!.cash += account.cash
    account.cash = 0n
    account.status = 'deleted'
    return 'accepted'
  }

  /** `remove` with a sweep that takes its time. */
  openRemove(name: string, sweepTo: string | null): string {
    const account = this.accounts.get(name)
    if (!account || account.cash === 0n) return this.remove(name, sweepTo)
    const refusal = this.#refusalToRemove(name, sweepTo)
    if (refusal) return refusal
    const to = this.accounts.get(sweepTo!)!
    const amount = account.cash
    account.status = 'deleting'
    account.departing += amount
    to.arriving += amount
    this.pending.push({ kind: 'sweep', ended: false, from: account, to, amount })
    return 'accepted'
  }

  #refusalToRemove(name: string, sweepTo: string | null): string | null {
    const account = this.accounts.get(name)
    if (!account || account.status === 'deleted') return 'OBJECT_NOT_FOUND'
    if (account.status !== 'active') return 'CONFLICT'
    if (account.arriving !== 0n || account.departing !== 0n) return 'HELD_OPERATIONS'
    if (account.cash > 0n && sweepTo === null) return 'SWEEP_REQUIRED'
    if (sweepTo === null) return null
    const to = this.#usable(sweepTo)
    if (!to) return 'NOT_FOUND'
    return this.#fits(to, account.cash) ? null : 'LIMIT_EXCEEDED'
  }

  /**
   * @throws Error when the model itself has lost a cent, because its predictions are then worth
   *   nothing
   */
  prove() {
    let sum = this.fees + this.outside
    for (const { cash, departing } of this.#everybody) {
      if (cash < departing) throw new Error('the model spends what it does not have')
      sum += cash
    }
    if (sum !== 0n) throw new Error('the model does not balance')
  }

  limit(name: string, limits: NaiveLimits): string {
    const account = this.#usable(name)
    if (!account) return this.#missing(name, 'OBJECT_NOT_FOUND')
    const { minBalance, maxBalance } = limits
    if (minBalance !== null && maxBalance !== null && minBalance > maxBalance) {
      return 'VALIDATION_ERROR'
    }
    const names = Object.keys(UNLIMITED) as (keyof NaiveLimits)[]
    if (names.every((each) => account.limits[each] === limits[each])) return 'existing'
    account.limits = limits
    return 'accepted'
  }

  #within(from: Account, to: Account | null, amount: Atoms, fee = 0n): boolean {
    if (!this.#leaves(from, amount, from.cash - from.departing - amount)) return false
    return to === null || this.#fits(to, amount - fee)
  }

  #leaves({ limits, moved }: Account, out: Atoms, left: Atoms): boolean {
    const { maxPerMovement, maxPerDay, minBalance } = limits
    if (maxPerMovement !== null && out > maxPerMovement) return false
    if (maxPerDay !== null && moved + out > maxPerDay) return false
    return minBalance === null || left >= minBalance
  }

  #fits({ limits: { maxBalance }, cash, arriving }: Account, amount: Atoms): boolean {
    return amount === 0n || maxBalance === null || cash + arriving + amount <= maxBalance
  }

  #count(from: Account, amount: Atoms) {
    if (Object.values(from.limits).some((limit) => limit !== null)) from.moved += amount
  }

  #missing(name: string, otherwise: string): string {
    return this.accounts.get(name)?.status === 'deleting' ? 'CONFLICT' : otherwise
  }

  #usable(name: string): Account | null {
    const account = this.accounts.get(name)
    return account?.status === 'active' ? account : null
  }

  #checkTransfer({ from, to, amount, fee, path, ...asked }: NaiveTransfer): string {
    const inputs = `${from} ${to} ${formatUsd(amount)} ${formatUsd(fee)}`
    const used = this.#used.get(path)
    if (used !== undefined) return used === inputs ? 'replayed' : 'IDEMPOTENCY_VIOLATION'
    const source = this.#usable(from)
    if (!source) return this.#missing(from, 'NOT_FOUND')
    if (!this.#usable(to)) return this.#missing(to, 'NOT_FOUND')
    if (amount <= fee) return 'VALIDATION_ERROR'
    const target = this.accounts.get(to)!
    const has = ({ cash, departing }: Account) => cash - departing
    const { atLeast = null, atMost = null } = asked
    if (atLeast !== null && has(source) < atLeast) return 'CONDITION_FAILED'
    if (atMost !== null && has(target) > atMost) return 'CONDITION_FAILED'
    if (has(source) < amount) return 'INSUFFICIENT_BALANCE'
    if (!this.#within(source, target, amount, fee)) return 'LIMIT_EXCEEDED'
    this.#count(source, amount)
    this.#used.set(path, inputs)
    return 'accepted'
  }

  #release(pending: Pending) {
    pending.ended = true
    if (pending.kind === 'deposit') {
      if (pending.shown) pending.to.arriving -= pending.amount
      return
    }
    pending.from.departing -= pending.amount
    if (pending.kind === 'sweep') pending.to.arriving -= pending.amount
    if (pending.kind === 'transfer') pending.to.arriving -= pending.amount - pending.fee
  }
}
