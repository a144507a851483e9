import type { Micros } from '#app/clock/clock'
import type { ServiceObject } from '#app/extension/ledger_terms'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { ValueObjects } from './value_objects.ts'

/** Objects by what of them counts. */
export interface WorthGroups {
  /** All of them: their dollars. */
  cash: readonly ServiceObject[]
  /** Those whose positions count too. */
  positions: readonly ServiceObject[]
}

/** What the valuators say of types whose worth follows from the journal. */
@singleton()
export class JournalWorth {
  constructor(private values: ValueObjects) {}

  /** @throws ServiceError VALUATION_UNAVAILABLE when the worth of a type is not in the journal */
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

  /** The marks of every market known at moments that have passed, in their order. */
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
