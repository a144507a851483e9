import { Clock, type Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import type { ServiceObject } from '#modules/ledger/extension/ledger_terms'
import type { ValuationCut } from '#modules/ledger/extension/valuator'
import { JournalCuts, LEDGER_LIMITS } from '#modules/ledger/index'
import { aggregate, type Aggregate, type ValuedObject } from '../core/aggregate.ts'
import { midPriceOf, type MidPrice } from '../core/mid_price.ts'
import type { Target } from '../core/target.ts'
import { targetObjects } from './target_objects.ts'
import { ValueObjects } from './value_objects.ts'

/** The newest entry, or the newest at or before a moment. */
export type Cut = 'now' | { asOf: Date } | { asOfMicros: Micros }

/** The worth of a target at a cut. */
export interface TargetValuation extends Aggregate {
  /** Sorted by path. */
  objects: ValuedObject[]
  midPrice: MidPrice
  /** The newest entry of the realm's journal that is included; 0 before the first. */
  seq: number
  /** The moment that is valued: the one asked for, or that of the reading where none or a later one was. */
  at: Micros
}

/**
 * Whether the caller may see the object at a path. Objects it may not see are left out of the total
 * too.
 */
export type MayRead = (path: string) => boolean

/**
 * The one place that calculates worth: single valuations, aggregates, profit and loss, histories
 * and watches all ask here, so that they can never disagree.
 */
@singleton()
export class ValueAtCut {
  constructor(
    private cuts: JournalCuts,
    private values: ValueObjects,
    private clock: Clock
  ) {}

  /**
   * Takes a fixed number of statements, whatever the number of objects and the length of their
   * history. The answer for a past moment never changes.
   *
   * @param mayRead left out, everything is read
   * @returns no objects, worth zero, when the target named none at the cut
   * @throws ServiceError VALUATION_UNAVAILABLE
   */
  async value(
    realmId: string,
    target: Target,
    cut: Cut,
    mayRead: MayRead = () => true
  ): Promise<TargetValuation> {
    const asOf = microsOf(cut)
    await this.values.prepare(realmId, asOf)
    const read = async (open: ValuationCut) => {
      const found = await targetObjects(open, target)
      const readable = found.filter(({ path }) => mayRead(path))
      return this.at(open, readable)
    }
    return asOf === null ? this.cuts.now(realmId, read) : this.cuts.asOf(realmId, asOf, read)
  }

  /** The worth of these objects at an open cut. Call `prepare` of ValueObjects before. */
  async at(cut: ValuationCut, found: readonly ServiceObject[]): Promise<TargetValuation> {
    const objects = await this.values.run(cut, found)
    const at = cut.asOf ?? this.clock.nowMicros()
    const marks = objects.map(({ valuation }) => valuation.marks)
    return {
      ...aggregate(objects),
      objects,
      midPrice: midPriceOf(marks, at, LEDGER_LIMITS.midStaleSeconds),
      seq: cut.seq,
      at,
    }
  }
}

function microsOf(cut: Cut): Micros | null {
  if (cut === 'now') return null
  return 'asOf' in cut ? cut.asOf.getTime() * 1000 : cut.asOfMicros
}
