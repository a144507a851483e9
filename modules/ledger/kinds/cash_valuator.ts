import type { ServiceObject } from '../extension/ledger_terms.ts'
import type { Valuation, ValuationCut, Valuator } from '../extension/valuator.ts'
import { CASH_TYPES } from './cash_kind.ts'
import { cashAtCut } from './valued_cash.ts'

/** Values cash objects: what they hold in the journal. */
export class CashValuator implements Valuator {
  readonly name = 'cash'
  readonly types = CASH_TYPES
  readonly worth = 'dollars' as const

  async valuate(cut: ValuationCut, objects: ServiceObject[]): Promise<Valuation[]> {
    const ids = objects.map(({ id }) => id)
    const cashOf = await cashAtCut(cut, ids)
    return ids.map((objectId) => {
      // The fields are named one by one: spreading them for a prefix of thousands of objects is
      // noticeably slower.
      const { balances, reservedBalances, arriving, valueUsd } = cashOf(objectId)
      return {
        objectId,
        balances,
        reservedBalances,
        arriving,
        positions: null,
        valueUsd,
        midsComplete: true,
        marks: null,
      }
    })
  }
}
