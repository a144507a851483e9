import type { AccessControl } from '#app/extension/access_control'
import type { ModuleHost } from '#app/extension/module_host'
import type { Principal } from '#app/extension/principal'
import { notFound } from '#app/http/errors/service_error'
import type { Database } from '#app/storage/database'
import { evidenceOf } from '#modules/ledger/storage/evidence_view'
import { contextOf } from '#modules/ledger/core/operation_context'
import { mayReadOperation } from '#modules/ledger/services/operation_access'
import type { RealmDirectory } from '#modules/ledger/services/realm_directory'
import { toDeltas, toEvents } from '#modules/ledger/storage/history_views'
import { readHistory, readProofs } from '#modules/ledger/storage/history_reader'
import type { OperationReader } from '#modules/ledger/storage/operation_reader'

/** One operation with all that came of it. */
export class ReadOperation {
  constructor(
    private realms: RealmDirectory,
    private operations: OperationReader,
    private database: Database,
    private modules: ModuleHost,
    private access: AccessControl
  ) {}

  /** @throws ServiceError NOT_FOUND, FORBIDDEN */
  async run(principal: Principal, id: string, includeEvidence: boolean) {
    const operation = await this.operations.byId(id)
    const realm = operation ? await this.realms.find(operation.realmId) : null
    if (!operation || realm?.orgId !== principal.orgId) throw notFound('The operation')
    await this.realms.resolve(principal, operation.realmId)
    if (!mayReadOperation(this.access, principal, operation)) {
      this.access.authorize(principal, 'svc:ReadOperation', operation.path)
    }
    return this.#detail(id, includeEvidence)
  }

  async #detail(id: string, includeEvidence: boolean) {
    const { operation, history, proofs } = await this.database.snapshot(async (session) => ({
      operation: await this.operations.byId(id, session),
      history: await readHistory(session, [id]),
      proofs: await readProofs(session, [id]),
    }))
    if (!operation) throw new Error('An operation vanished')
    const events = toEvents(history.events)
    return {
      operation,
      context: contextOf(operation),
      events,
      deltas: toDeltas(history.entries, history.legs, history.deltas, events),
      evidence: includeEvidence
        ? evidenceOf({ ...history, proofs, chainTransactions: await this.#chainTransactions([id]) })
        : undefined,
    }
  }

  async #chainTransactions(operationIds: string[]) {
    const sources = this.modules.contributions('evidenceSources')
    const found = await Promise.all(sources.map((source) => source.chainTransactions(operationIds)))
    return found.flat()
  }
}
