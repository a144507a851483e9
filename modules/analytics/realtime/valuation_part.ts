import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { ValuationCut } from '#modules/ledger/extension/valuator'
import type { WatchPart, WatchedPlace } from '#modules/ledger/extension/watch_part'
import { presentAggregate, presentValuation } from '../http/presenters.ts'
import { readablePaths } from '../services/readable_paths.ts'
import { ValueAtCut } from '../services/value_at_cut.ts'
import { ValueObjects } from '../services/value_objects.ts'

/**
 * The worth of a watched path when it is shown first; an aggregation watch follows it from there.
 */
@singleton()
export class ValuationPart implements WatchPart {
  readonly name = 'valuation'

  constructor(
    private values: ValueAtCut,
    private objects: ValueObjects,
    private access: AccessControl
  ) {}

  prepare(realmId: string): Promise<void> {
    return this.objects.prepare(realmId, null)
  }

  /** A single valuation, an aggregation for a prefix, or null when there is nothing to value. */
  async snapshot(principal: Principal, { path, objects }: WatchedPlace, cut: ValuationCut) {
    const mayRead = readablePaths(this.access, principal)
    const readable = objects.filter((object) => mayRead(object.path))
    const valuation = await this.values.at(cut, readable)
    if (path.endsWith('/')) return presentAggregate({ ...valuation, prefix: path, asOf: null })
    const [object] = valuation.objects
    return object ? presentValuation(object) : null
  }
}
