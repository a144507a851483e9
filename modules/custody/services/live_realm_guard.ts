import { ServiceError } from '#app/http/errors/service_error'
import type { Movement } from '#modules/ledger/extension/ledger_terms'
import type { MovementGuard, PlannedRealm } from '#modules/ledger/extension/movement_guard'
import { openFindings } from '../core/open_findings.ts'

/**
 * Production opens no realm with real money while findings of the audit are open. Without this a
 * caller could open one, and the next start of the service would be refused because of it.
 */
export class LiveRealmGuard implements MovementGuard {
  readonly name = 'custody-live-realms'
  readonly refusals = { realm: ['SETTLEMENT_UNAVAILABLE'] }

  constructor(private production: boolean) {}

  check(_movement: Omit<Movement, 'operationId'>) {}

  checkRealm({ asset }: PlannedRealm) {
    if (!this.production || asset !== 'live' || openFindings() === null) return
    throw new ServiceError('SETTLEMENT_UNAVAILABLE', {
      message: 'This installation opens no realm with real money yet. Nothing was stored.',
      next: 'Open a realm with asset "paper"; its operator reads in docs/operating.md when live realms open.',
    })
  }
}
