import type { Atoms } from '#app/money/usd'
import {
  type Account,
  type NaiveConditions,
  type NaiveLimits,
  UNLIMITED,
} from '#tests/support/naive_terms'

/** Accounts of the naive model: what they have, and what limits and conditions say of it. */
export class NaiveAccounts {
  /** The newest generation under each name. */
  accounts = new Map<string, Account>()
  fees = 0n
  outside = 0n
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

  limit(name: string, limits: NaiveLimits): string {
    const account = this.usable(name)
    if (!account) return this.missing(name, 'OBJECT_NOT_FOUND')
    const { minBalance, maxBalance } = limits
    if (minBalance !== null && maxBalance !== null && minBalance > maxBalance) {
      return 'VALIDATION_ERROR'
    }
    const names = Object.keys(UNLIMITED) as (keyof NaiveLimits)[]
    if (names.every((each) => account.limits[each] === limits[each])) return 'existing'
    account.limits = limits
    return 'accepted'
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

  protected within(from: Account, to: Account | null, amount: Atoms, fee = 0n): boolean {
    if (!this.leaves(from, amount, has(from) - amount)) return false
    return to === null || this.fits(to, amount - fee)
  }

  protected leaves({ limits, moved }: Account, out: Atoms, left: Atoms): boolean {
    const { maxPerMovement, maxPerDay, minBalance } = limits
    if (maxPerMovement !== null && out > maxPerMovement) return false
    if (maxPerDay !== null && moved + out > maxPerDay) return false
    return minBalance === null || left >= minBalance
  }

  protected fits({ limits: { maxBalance }, cash, arriving }: Account, amount: Atoms): boolean {
    return amount === 0n || maxBalance === null || cash + arriving + amount <= maxBalance
  }

  protected count(from: Account, amount: Atoms) {
    if (Object.values(from.limits).some((limit) => limit !== null)) from.moved += amount
  }

  protected meets(
    { atLeast, atMost, version }: NaiveConditions,
    from: Account,
    to: Account | null
  ): boolean {
    if (typeof atLeast === 'bigint' && has(from) < atLeast) return false
    if (version === 'older') return false
    return typeof atMost !== 'bigint' || to === null || has(to) <= atMost
  }

  protected missing(name: string, otherwise: string): string {
    return this.accounts.get(name)?.status === 'deleting' ? 'CONFLICT' : otherwise
  }

  protected usable(name: string): Account | null {
    const account = this.accounts.get(name)
    return account?.status === 'active' ? account : null
  }
}

/** What an account can spend. */
export function has({ cash, departing }: Account): Atoms {
  return cash - departing
}
