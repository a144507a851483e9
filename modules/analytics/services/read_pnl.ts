import type { Micros } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { invalidField, objectNotFound } from '#app/http/errors/service_error'
import { fromInFuture } from '#app/http/time_range'
import type { Atoms } from '#app/money/usd'
import type { ValuationCut } from '#modules/ledger/extension/valuator'
import { cutOf, JournalCuts, RealmDirectory } from '#modules/ledger/index'
import { ANALYTICS_LIMITS } from '../limits.ts'
import type { MidPrice } from '../core/mid_price.ts'
import { profitAndLoss } from '../core/profit_and_loss.ts'
import { targetOf } from '../core/target.ts'
import { externalFlows, type ExternalFlows } from './external_flows.ts'
import { readablePaths } from './readable_paths.ts'
import { targetObjects, targetObjectsBetween } from './target_objects.ts'
import { ValueAtCut } from './value_at_cut.ts'
import { ValueObjects } from './value_objects.ts'

export interface PnlQuery {
  realmId: string
  /** With a trailing slash all objects below; without, exactly that object. */
  prefix: string
  from: Micros
  to: Micros
}

export interface ProfitAndLoss extends ExternalFlows {
  prefix: string
  from: Micros
  to: Micros
  /** The moment of the ending equity: `to`, or that of the reading where `to` lies in the future. */
  readAt: Micros
  startingEquity: Atoms
  endingEquity: Atoms
  pnl: Atoms
  endingMidPrice: MidPrice
  /** False when a mark was missing at either end: the result is provisional. */
  midsComplete: boolean
}

/**
 * Reads what was earned or lost below a prefix between two moments, without what came in and went
 * out.
 */
@singleton()
export class ReadPnl {
  constructor(
    private cuts: JournalCuts,
    private realms: RealmDirectory,
    private objects: ValueObjects,
    private values: ValueAtCut,
    private access: AccessControl
  ) {}

  /**
   * Both ends and everything between are read at one moment, so that the sums agree exactly.
   * Objects that the credential may not read lie outside: value that goes there has left.
   *
   * @throws ServiceError VALIDATION_ERROR when `from` lies after `to` or in the future,
   *   OBJECT_NOT_FOUND when an exact path named no object in all that time, VALUATION_UNAVAILABLE
   */
  async run(principal: Principal, query: PnlQuery): Promise<ProfitAndLoss> {
    const { realmId, prefix, from, to } = query
    await this.realms.resolve(principal, realmId)
    if (from > to) throw invalidField('from', 'range', 'The from field must not lie after to')
    const mayRead = readablePaths(this.access, principal)
    await this.objects.prepare(realmId, to)
    return this.cuts.asOf(realmId, to, async (end) => {
      if (from > end.asOf) throw fromInFuture()
      const start = await cutOf(end.session, realmId, from)
      const target = targetOf(prefix)
      const readable = <Found extends { path: string }>(found: readonly Found[]) =>
        found.filter(({ path }) => mayRead(path))
      const valueAt = async (cut: ValuationCut) =>
        this.values.at(cut, readable(await targetObjects(cut, target)))
      const between = readable(await targetObjectsBetween(start, end, target))
      if (target.kind === 'path' && between.length === 0) throw objectNotFound(prefix)
      const [starting, ending] = [await valueAt(start), await valueAt(end)]
      const flows = await externalFlows(start, end, between, ANALYTICS_LIMITS.pnlFlows)
      return {
        prefix,
        from,
        to,
        readAt: end.asOf,
        ...flows,
        ...profitAndLoss(starting.totalEquityUsd, ending.totalEquityUsd, flows),
        endingMidPrice: ending.midPrice,
        midsComplete: starting.midsComplete && ending.midsComplete,
      }
    })
  }
}
