import type { ApplicationService } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import { bind } from '#app/extension/bind'
import type { ServiceModule } from '#app/extension/module'
import {
  ObjectReader,
  OpenWithdrawal,
  OperationReader,
  RealmDirectory,
} from '#modules/ledger/index'
import { executeExitsJob } from './jobs/execute_exits_job.ts'
import { ArmBoundary } from './services/arm_boundary.ts'
import { CosignedWithdrawal } from './services/cosigned_withdrawal.ts'
import { CustodyServices, servicesIn } from './services/custody_services.ts'
import { ProtectionGuard } from './services/protection_guard.ts'
import { ProposeWithdrawal } from './services/propose_withdrawal.ts'
import { SetTimeLock } from './services/set_time_lock.ts'
import { SubmitWithdrawal } from './services/submit_withdrawal.ts'
import { MovementEvidence } from './services/movement_evidence.ts'

/** What callers may do to protect boundaries, and to withdraw from protected ones. */
export function bindProtection(container: ApplicationService['container']) {
  bind(container, SetTimeLock, RealmDirectory, CustodyServices)
  bind(container, ArmBoundary, RealmDirectory, CustodyServices)
  bind(container, CosignedWithdrawal, CustodyServices, ObjectReader)
  bind(container, ProposeWithdrawal, RealmDirectory, CustodyServices, CosignedWithdrawal, Clock)
  bind(
    container,
    SubmitWithdrawal,
    RealmDirectory,
    OperationReader,
    CustodyServices,
    CosignedWithdrawal,
    OpenWithdrawal,
    Clock
  )
}

/** What withdrawals and protections bring to the module. */
export function protectionContributions(
  container: ApplicationService['container']
): Required<Pick<ServiceModule, 'jobs' | 'movementGuards' | 'evidenceSources'>> {
  const services = servicesIn(container)
  return {
    jobs: [executeExitsJob],
    movementGuards: [new ProtectionGuard(services)],
    evidenceSources: [new MovementEvidence('withdrawals', services)],
  }
}
