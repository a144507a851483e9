import type { ServiceObject } from '#app/extension/ledger_terms'
import type { Valuation, Valuator } from '#app/extension/valuator'
import type { ObjectReader } from '#modules/ledger/storage/object_reader'

/**
 * Values cash objects: a dollar is a dollar. What is committed to leave still belongs to the object
 * until it settles, and what is in transit toward it counts already.
 */
export class CashValuator implements Valuator {
  readonly name = 'cash'
  readonly types = ['denominated', 'deposit', 'withdrawal', 'escrow'] as const

  constructor(private objects: ObjectReader) {}

  async valuate(_realmId: string, objects: ServiceObject[]): Promise<Valuation[]> {
    const ids = objects.map(({ id }) => id)
    const [balances, holds] = await Promise.all([
      this.objects.balances(ids),
      this.objects.openHolds(ids),
    ])
    const balancesOf = Map.groupBy(balances, ({ objectId }) => objectId)
    const holdsOf = Map.groupBy(holds, ({ objectId }) => objectId)
    return objects.map(({ id }): Valuation => {
      const own = (balancesOf.get(id) ?? []).map(({ denomination, settled, departing }) => ({
        denomination,
        amount: settled - departing,
        price: '1',
        valueUsd: settled - departing,
      }))
      const reserved = (holdsOf.get(id) ?? []).map((hold) => ({
        denomination: hold.denomination,
        amount: hold.amount,
        price: '1',
        valueUsd: hold.amount,
        operationId: hold.operationId,
        direction: hold.direction === 'outbound' ? ('departing' as const) : ('arriving' as const),
      }))
      return {
        objectId: id,
        balances: own,
        reservedBalances: reserved,
        positions: null,
        valueUsd: [...own, ...reserved].reduce((sum, { valueUsd }) => sum + valueUsd, 0n),
        midsComplete: true,
      }
    })
  }
}
