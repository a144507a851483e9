import { type Logger } from '@adonisjs/core/logger'
import { ServiceError } from '#app/http/errors/service_error'
import type { Movement } from '#modules/ledger/extension/ledger_terms'
import type { MovementGuard, PlannedRealm } from '#modules/ledger/extension/movement_guard'
import { liveRealmsRefused } from '../settings.ts'
import { type CustodyChain } from './custody_chain.ts'

/**
 * Production opens no realm with real money that would get no pool: findings of the audit are open, or the
 * settings lack what the chain asks for. Without this a caller could open one, and no movement of it would end.
 */
export class LiveRealmGuard implements MovementGuard {
  readonly name = 'custody-live-realms'
  readonly refusals = { realm: ['SETTLEMENT_UNAVAILABLE'] }

  constructor(
    private chain: CustodyChain,
    private log: Logger,
    private production: boolean
  ) {}

  check(_movement: Omit<Movement, 'operationId'>) {}

  checkRealm({ asset }: PlannedRealm) {
    if (!this.production || asset !== 'live') return
    const reason = this.chain.configured
      ? liveRealmsRefused(this.chain.settings)
      : 'no chain is configured'
    if (reason === null) return
    this.log.warn({ reason }, 'a live realm is not opened')
    throw new ServiceError('SETTLEMENT_UNAVAILABLE', {
      message: 'This installation opens no realm with real money yet. Nothing was stored.',
      next: 'Open a realm with asset "paper"; its operator reads in docs/operating.md what live realms ask for.',
    })
  }
}
