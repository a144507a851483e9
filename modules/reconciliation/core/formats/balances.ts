import { formatUsd, type Atoms } from '#app/money/usd'
import type { FileLine, LineProblem } from '../file_line.ts'

/**
 * What a statement says that its account held before and after. A file that was cut off, or changed,
 * does not lead from one to the other.
 */
export class StatementBalances {
  #opening: Atoms | null = null
  #moved = 0n

  open(balance: Atoms) {
    this.#opening = balance
    this.#moved = 0n
  }

  move({ amount }: Pick<FileLine, 'amount'>) {
    this.#moved += amount
  }

  /** @param field names where the closing balance stands */
  close(balance: Atoms, row: number, field: string): LineProblem | null {
    const opening = this.#opening
    this.#opening = null
    if (opening === null || opening + this.#moved === balance) return null
    const led = formatUsd(opening + this.#moved)
    const message = `The lines lead from ${formatUsd(opening)} to ${led}, and the statement says ${formatUsd(balance)}`
    return { row, field, message }
  }
}

/** A file is compared with one account. */
export class OneAccount {
  #account: string | null = null

  /** Whether it is the account that was named before, or the first one. */
  takes(account: string): boolean {
    this.#account ??= account
    return this.#account === account
  }
}

export const SEVERAL_ACCOUNTS =
  'The file has statements of several accounts; upload those of one account'
export const NOT_USD = 'is not USD, which the books are in'
