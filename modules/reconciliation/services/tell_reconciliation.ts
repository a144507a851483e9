import { singleton } from '#app/extension/singleton'
import { derivedId, timeMsOf } from '#app/ids/ids'
import { TellEvent } from '#modules/ledger/index'
import type { Reconciliation } from '../core/reconciliation.ts'
import type { Summary } from '../core/summary.ts'

/** The event types of reconciliations, with the meaning of each. */
export const RECONCILIATION_EVENTS = {
  'reconciliation.completed':
    'A file was compared with the books; the payload has how many items are in each state.',
  'reconciliation.failed': 'A file could not be compared with the books; the payload says why.',
}

/** Puts what came of reconciliations into the journal of their realm. */
@singleton()
export class TellReconciliation {
  constructor(private events: TellEvent) {}

  /** Once, however often it is called. */
  completed(reconciliation: Reconciliation, summary: Summary): Promise<void> {
    const counts = Object.entries(summary).map(([state, { count }]) => [state, count])
    return this.#tell('reconciliation.completed', reconciliation, Object.fromEntries(counts))
  }

  /** Once, however often it is called. */
  failed(reconciliation: Reconciliation, message: string): Promise<void> {
    return this.#tell('reconciliation.failed', reconciliation, { message })
  }

  #tell(
    type: keyof typeof RECONCILIATION_EVENTS,
    { id, realmId, objectId, objectPath, prefix, fileName }: Reconciliation,
    facts: Record<string, unknown>
  ): Promise<void> {
    const path = objectPath ?? (prefix === '/' ? '/' : prefix!.slice(0, -1))
    return this.events.run({
      realmId,
      module: 'reconciliation',
      event: {
        id: derivedId('evt', timeMsOf(id), `${type}:${id}`),
        type,
        objectId,
        objectPath: path,
        payload: { reconciliationId: id, fileName, ...facts },
      },
    })
  }
}
