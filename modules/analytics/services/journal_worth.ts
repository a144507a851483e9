import type { Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import type { ServiceObject } from '#modules/ledger/extension/ledger_terms'
import { ValueObjects } from './value_objects.ts'

/** Objects by the part of them that counts. */
export interface WorthGroups {
  /** All objects, for their dollars. */
  cash: readonly ServiceObject[]
  /** The objects whose positions count too. */
  positions: readonly ServiceObject[]
}

/** Asks the valuators about types whose worth is computed from the journal. */
@singleton()
export class JournalWorth {
  constructor(private values: ValueObjects) {}

  /**
   * @throws ServiceError VALUATION_UNAVAILABLE when the worth of a type cannot be computed from the
   *   journal
   */
  groups(objects: readonly ServiceObject[]): WorthGroups {
    const valuators = this.values.valuators()
    const unknown = objects.filter(({ type }) => !valuators.get(type)?.worth)
    if (unknown.length > 0) {
      const types = [...new Set(unknown.map(({ type }) => type))].sort()
      throw new ServiceError('VALUATION_UNAVAILABLE', { details: { types } })
    }
    const positions = objects.filter(
      ({ type }) => valuators.get(type)?.worth === 'dollars_and_positions'
    )
    return { cash: objects, positions }
  }

  /** The marks of every market that were known at past moments, in the order of the moments. */
  async marksAt(
    realmId: string,
    moments: readonly Micros[]
  ): Promise<ReadonlyMap<string, string>[]> {
    const marks = moments.map(() => new Map<string, string>())
    for (const valuator of new Set(this.values.valuators().values())) {
      const known = (await valuator.marksAt?.(realmId, moments)) ?? []
      for (const [index, ofMoment] of known.entries()) {
        for (const [market, mark] of ofMoment) marks[index]!.set(market, mark)
      }
    }
    return marks
  }
}
