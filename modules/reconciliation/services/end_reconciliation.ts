import { auditEntry, AuditLog } from '#modules/auth/index'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import type { Reconciliation } from '../core/reconciliation.ts'
import { ReconciliationStore } from '../storage/reconciliation_store.ts'
import { FileStore } from '../storage/file_store.ts'
import { FindReconciliation, unknownReconciliation } from './find_reconciliation.ts'

const MANAGE = 'svc:ManageReconciliation'

/** Cancels and deletes reconciliations. Neither changes anything in the books. */
@singleton()
export class EndReconciliation {
  constructor(
    private find: FindReconciliation,
    private reconciliations: ReconciliationStore,
    private files: FileStore,
    private audit: AuditLog,
    private database: Database
  ) {}

  /**
   * Its worker stops at its next step. One that has ended stays as it is.
   *
   * @throws ServiceError NOT_FOUND, FORBIDDEN
   */
  async cancel(principal: Principal, id: string): Promise<Reconciliation> {
    const found = await this.find.run(principal, id, MANAGE)
    await this.database.transaction(async (session) => {
      if (!(await this.reconciliations.cancel(session, id))) return
      await this.files.remove(session, id)
      const facts = { eventType: 'reconciliation_cancelled', ...factsOf(found) } as const
      await this.audit.record(session, auditEntry(principal, facts))
    })
    return this.find.run(principal, id, MANAGE)
  }

  /**
   * Deletes it with its report, also while it runs.
   *
   * @throws ServiceError NOT_FOUND, FORBIDDEN
   */
  async remove(principal: Principal, id: string): Promise<void> {
    const found = await this.find.run(principal, id, MANAGE)
    await this.database.transaction(async (session) => {
      if (!(await this.reconciliations.remove(session, id))) throw unknownReconciliation(id)
      const facts = { eventType: 'reconciliation_deleted', ...factsOf(found) } as const
      await this.audit.record(session, auditEntry(principal, facts))
    })
  }
}

function factsOf({ id, realmId, fileName }: Reconciliation) {
  return { realmId, details: { reconciliationId: id, fileName } }
}
