import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { notFound } from '#app/http/errors/service_error'
import { Database } from '#app/storage/database'
import { contextOf } from '../core/operation_context.ts'
import { traitOf } from '../core/operation_types.ts'
import type { Operation } from '../core/terms.ts'
import { EvidenceSources } from './evidence_sources.ts'
import { mayReadOperation, pathGate } from './operation_access.ts'
import { RealmDirectory } from './realm_directory.ts'
import { visibleOperation } from './visible_operation.ts'
import { visibleHistory } from './visible_history.ts'
import { readHistories } from '../storage/operation_histories.ts'
import { ObjectReader } from '../storage/object_reader.ts'
import { OperationReader } from '../storage/operation_reader.ts'
import { readReversals } from '../storage/reversal_rows.ts'

/** Reads one operation with its history. */
@singleton()
export class ReadOperation {
  constructor(
    private realms: RealmDirectory,
    private operations: OperationReader,
    private objects: ObjectReader,
    private database: Database,
    private sources: EvidenceSources,
    private access: AccessControl,
    private clock: Clock
  ) {}

  /** @throws ServiceError NOT_FOUND, FORBIDDEN */
  async run(
    principal: Principal,
    { id, realmId, includeEvidence }: { id: string; realmId?: string; includeEvidence: boolean }
  ) {
    const operation = await this.operations.byId(id)
    const realm = operation ? await this.realms.find(operation.realmId) : null
    const elsewhere = realm?.orgId !== principal.orgId || (realmId ?? realm.id) !== realm.id
    if (!operation || elsewhere)
      throw notFound('operation', id, 'GET /api/v1/operations lists those of a realm.')
    await this.realms.resolve(principal, operation.realmId)
    if (!mayReadOperation(this.access, principal, operation)) {
      this.access.authorize(principal, 'svc:ReadOperation', operation.path, id)
    }
    return this.#detail(principal, id, includeEvidence)
  }

  async #detail(principal: Principal, id: string, includeEvidence: boolean) {
    const { operation, histories, reversals } = await this.database.snapshot(async (session) => ({
      operation: await this.operations.byId(id, session),
      histories: await readHistories(session, [id]),
      reversals: await readReversals(session, id),
    }))
    if (!operation) throw new Error('An operation vanished')
    const transactions = includeEvidence ? await this.sources.chainTransactions([id]) : []
    const { events, deltas, evidence } = histories.of(id, transactions, this.clock.nowMicros())
    const { journal } = evidence
    const legs = includeEvidence ? await this.#visibleLegs(principal, operation, journal.legs) : []
    return {
      operation: visibleOperation(this.access, principal)(operation),
      context: contextOf(operation),
      reversals,
      ...visibleHistory(this.access, principal)(events, deltas),
      evidence: includeEvidence
        ? {
            ...evidence,
            journal: { ...journal, legs },
            approvals: await this.sources.approvals([id]),
          }
        : undefined,
    }
  }

  /**
   * Many take part in a posting who have nothing to do with each other. Who may read only some of
   * them sees what it did to those.
   */
  async #visibleLegs<Leg extends { accountId: string }>(
    principal: Principal,
    { type, path }: Operation,
    legs: readonly Leg[]
  ): Promise<Leg[]> {
    const mayOperation = pathGate(this.access, principal, 'svc:ReadOperation')
    if (!traitOf(type, 'ofMany') || mayOperation([path])) return [...legs]
    const objects = await this.objects.ledgerObjects(legs.map(({ accountId }) => accountId))
    return legs.filter(({ accountId }) => mayOperation([objects.get(accountId)?.path ?? null]))
  }
}
