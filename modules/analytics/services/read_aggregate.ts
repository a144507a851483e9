import type { Micros } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { SharedSight } from '#app/extension/shared_sight'
import { singleton } from '#app/extension/singleton'
import { objectNotFound } from '#app/http/errors/service_error'
import { RealmDirectory } from '#modules/ledger/index'
import { targetOf } from '../core/target.ts'
import { readablePaths } from './readable_paths.ts'
import { type TargetValuation, ValueAtCut } from './value_at_cut.ts'

interface AggregateQuery {
  realmId: string
  prefix: string
  asOf?: Micros | null
}

export interface PrefixAggregate extends TargetValuation {
  prefix: string
  /** null when the caller asked for now. */
  asOf: Micros | null
}

/**
 * Reads the worth of everything below a prefix, or of exactly one object; now, or as of a moment.
 */
@singleton()
export class ReadAggregate {
  #aggregates = new SharedSight((principal, query: AggregateQuery) => this.#read(principal, query))

  constructor(
    private realms: RealmDirectory,
    private values: ValueAtCut,
    private access: AccessControl
  ) {}

  /**
   * Objects that the credential may not read are left out, as in a list: the total is always the
   * sum of the objects shown.
   *
   * @param prefix with a trailing slash all objects below; without, exactly that object
   * @throws ServiceError OBJECT_NOT_FOUND when an exact path named no object at that moment; an
   *   empty folder is worth zero
   */
  async run(principal: Principal, query: AggregateQuery): Promise<PrefixAggregate> {
    await this.realms.resolve(principal, query.realmId)
    return this.#aggregates.read(principal, query)
  }

  async #read(
    principal: Principal,
    { realmId, prefix, asOf = null }: AggregateQuery
  ): Promise<PrefixAggregate> {
    const target = targetOf(prefix)
    const cut = asOf === null ? 'now' : { asOfMicros: asOf }
    const valuation = await this.values.value(
      realmId,
      target,
      cut,
      readablePaths(this.access, principal)
    )
    if (target.kind === 'path' && valuation.objects.length === 0) {
      throw objectNotFound(target.value)
    }
    return { prefix, asOf, ...valuation }
  }
}
