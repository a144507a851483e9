import type { Micros } from '#app/clock/clock'
import { ModuleHost } from '#app/extension/module_host'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import type { ServiceObject } from '#modules/ledger/extension/ledger_terms'
import type { Valuation, ValuationCut, Valuator } from '#modules/ledger/extension/valuator'
import type { ValuedObject } from '../core/aggregate.ts'

/** Asks the valuator of each object's type, once per valuator and not once per object. */
@singleton()
export class ValueObjects {
  #valuators: Map<string, Valuator> | null = null

  constructor(private modules: ModuleHost) {}

  /** Does what takes long, before a cut is opened. */
  async prepare(realmId: string, asOf: Micros | null): Promise<void> {
    for (const valuator of new Set(this.valuators().values())) {
      await valuator.prepare?.(realmId, asOf)
    }
  }

  /**
   * @returns one entry per object, in the order given
   * @throws ServiceError VALUATION_UNAVAILABLE when no loaded module values one of the types: a
   *   total without such an object would look right and be wrong
   */
  async run(cut: ValuationCut, objects: readonly ServiceObject[]): Promise<ValuedObject[]> {
    const groups = Map.groupBy(objects, ({ type }) => this.valuators().get(type))
    const unvalued = groups.get(undefined)
    if (unvalued) {
      const types = [...new Set(unvalued.map(({ type }) => type))].sort()
      throw new ServiceError('VALUATION_UNAVAILABLE', { details: { types } })
    }
    const valuations = new Map<string, Valuation>()
    for (const [valuator, group] of groups) {
      for (const valuation of await valuator!.valuate(cut, group)) {
        valuations.set(valuation.objectId, valuation)
      }
    }
    return objects.map(({ id, path, type, denomination }) => {
      const valuation = valuations.get(id)
      if (!valuation) throw new Error(`The valuator of ${type} left out ${path}`)
      return { id, path, type, denomination, valuation }
    })
  }

  /**
   * @throws Error when two valuators claim one type, because the answer would depend on the order
   *   of loading
   */
  valuators(): Map<string, Valuator> {
    if (this.#valuators) return this.#valuators
    const byType = new Map<string, Valuator>()
    for (const valuator of this.modules.contributions('valuators')) {
      for (const type of valuator.types) {
        const other = byType.get(type)
        if (other) {
          throw new Error(
            `Object type ${type} is valued by "${other.name}" and by "${valuator.name}"; remove one`
          )
        }
        byType.set(type, valuator)
      }
    }
    this.#valuators = byType
    return byType
  }
}
