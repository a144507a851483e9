import { formatUsd, type Atoms } from '#app/money/usd'
import { has } from '#tests/support/naive_accounts'
import { NaivePrimitives } from '#tests/support/naive_primitives'
import type { NaiveTransfer, Pending } from '#tests/support/naive_terms'

/**
 * A second, naive model of the books: plain numbers of atoms per name. It has the rules as the
 * contract states them, and shares no code with the core. Each method answers what the ledger must
 * answer: the kind of the decision, or the code of the refusal.
 */
export class NaiveBooks extends NaivePrimitives {
  /** Operations in the order in which they were opened; ended ones keep their place. */
  pending: Pending[] = []
  #used = new Map<string, string>()

  /** @param shown whether the amount is in transit, and therefore shown as arriving */
  openDeposit(name: string, amount: Atoms, shown: boolean): string {
    const to = this.usable(name)
    if (!to) return this.missing(name, 'OBJECT_NOT_FOUND')
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
    const sides = { from: this.accounts.get(from)!, to: this.accounts.get(to)! }
    this.remember([{ ...sides, amount }], fee)
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
    if (has(from) < amount) return 'INSUFFICIENT_BALANCE'
    if (!this.within(from, null, amount)) return 'LIMIT_EXCEEDED'
    this.count(from, amount)
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
    const to = this.usable(sweepTo)
    if (!to) return 'NOT_FOUND'
    return this.fits(to, account.cash) ? null : 'LIMIT_EXCEEDED'
  }

  #checkTransfer({ from, to, amount, fee, path, ...asked }: NaiveTransfer): string {
    const inputs = `${from} ${to} ${formatUsd(amount)} ${formatUsd(fee)}`
    const used = this.#used.get(path)
    if (used !== undefined) return used === inputs ? 'replayed' : 'IDEMPOTENCY_VIOLATION'
    const source = this.usable(from)
    if (!source) return this.missing(from, 'NOT_FOUND')
    if (!this.usable(to)) return this.missing(to, 'NOT_FOUND')
    if (amount <= fee) return 'VALIDATION_ERROR'
    const target = this.accounts.get(to)!
    if (!this.meets(asked, source, target)) return 'CONDITION_FAILED'
    if (has(source) < amount) return 'INSUFFICIENT_BALANCE'
    if (!this.within(source, target, amount, fee)) return 'LIMIT_EXCEEDED'
    this.count(source, amount)
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
