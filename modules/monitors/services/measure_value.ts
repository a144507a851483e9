import { ModuleHost } from '#app/extension/module_host'
import { singleton } from '#app/extension/singleton'
import type { Atoms } from '#app/money/usd'
import type { ServiceObject } from '#modules/ledger/extension/ledger_terms'
import type { ValuationCut } from '#modules/ledger/extension/valuator'
import { cashAtCut, objectsAtCut } from '#modules/ledger/index'
import type { Monitor } from '../core/monitor.ts'

/** Measures what a monitor watches at a cut of the journal. */
@singleton()
export class MeasureValue {
  constructor(private modules: ModuleHost) {}

  /** Does what takes long, before a cut is opened. */
  async prepare(realmId: string): Promise<void> {
    for (const valuator of this.modules.contributions('valuators')) {
      await valuator.prepare?.(realmId, null)
    }
  }

  /** An object that does not exist, or not any more, is worth nothing. */
  async run(cut: ValuationCut, { objectPath, prefix, measure }: Monitor): Promise<Atoms> {
    const scope = objectPath === null ? { prefix: prefix! } : { paths: [objectPath] }
    const objects = await objectsAtCut(cut, scope)
    if (measure === 'equity') return this.#equity(cut, objects)
    const ids = objects.map(({ id }) => id)
    const cashOf = await cashAtCut(cut, ids)
    const amounts = ids.map((id) => {
      const { balances, valueUsd } = cashOf(id)
      return measure === 'settled' ? valueUsd : sum(balances.map(({ amount }) => amount))
    })
    return sum(amounts)
  }

  async #equity(cut: ValuationCut, objects: readonly ServiceObject[]): Promise<Atoms> {
    const values: Atoms[] = []
    for (const valuator of this.modules.contributions('valuators')) {
      const its = objects.filter(({ type }) => valuator.types.includes(type))
      if (its.length === 0) continue
      const valuations = await valuator.valuate(cut, its)
      values.push(...valuations.map(({ valueUsd }) => valueUsd))
    }
    return sum(values)
  }
}

function sum(amounts: readonly Atoms[]): Atoms {
  return amounts.reduce((total, amount) => total + amount, 0n)
}
