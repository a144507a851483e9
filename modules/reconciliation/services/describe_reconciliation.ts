import { singleton } from '#app/extension/singleton'
import type { JobConcern } from '#app/queue/job'
import { RealmReader } from '#modules/ledger/index'
import { ReconciliationStore } from '../storage/reconciliation_store.ts'

/** Says for operators what a job is about. */
@singleton()
export class DescribeReconciliation {
  constructor(
    private reconciliations: ReconciliationStore,
    private realms: RealmReader
  ) {}

  async run(id: string): Promise<JobConcern[]> {
    const found = await this.reconciliations.byId(id)
    if (!found) return [{ text: `the reconciliation ${id}, which is not there` }]
    const { realmId, format, fileBytes, status } = found
    const realm = await this.realms.byId(realmId)
    const where = realm ? `the realm "${realm.name}"` : `the closed realm ${realmId}`
    const text = `reconciliation of a ${format} file of ${fileBytes} bytes in ${where}, ${status}`
    return [{ text, href: `/console/realms/${realmId}/reconciliations/${id}` }]
  }
}
