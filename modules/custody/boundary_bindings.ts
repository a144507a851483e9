import type { ApplicationService } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import { bind } from '#app/extension/bind'
import type { ServiceModule } from '#app/extension/module'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database } from '#app/storage/database'
import { AccessControl } from '#app/extension/access_control'
import { RealmLookup } from '#app/extension/realm_lookup'
import { AuditLog } from '#modules/auth/index'
import { MarkBoundary, RealmDirectory, RecoverBoundary } from '#modules/ledger/index'
import { boundaryEventJob } from './jobs/boundary_event_job.ts'
import { keepBoundariesJob } from './jobs/keep_boundaries_job.ts'
import { recoveryJob } from './jobs/recovery_job.ts'
import { registerBoundaryJob } from './jobs/register_boundary_job.ts'
import { PoolEventStore } from './storage/pool_event_store.ts'
import { BookRecovery } from './services/book_recovery.ts'
import { CustodyServices, servicesIn } from './services/custody_services.ts'
import { FrozenGuard } from './services/frozen_guard.ts'
import { HaltRecords } from './services/halt_records.ts'
import { NoteBoundary } from './services/note_boundary.ts'
import { ReadBoundaries } from './services/read_boundaries.ts'
import { RegisterRecoveryKey } from './services/register_recovery_key.ts'
import { ShowFrozen } from './services/show_frozen.ts'

type Container = ApplicationService['container']

/** What callers see of boundaries, and what follows from what their holders do. */
export function bindBoundaries(container: Container) {
  bind(container, ReadBoundaries, RealmDirectory, CustodyServices, AccessControl)
  bind(container, HaltRecords, AuditLog, RealmLookup)
  bind(container, RegisterRecoveryKey, RealmDirectory, CustodyServices, Database, AuditLog)
  container.singleton(BookRecovery, async (resolver) => {
    const { onChain } = await resolver.make(CustodyServices)
    if (!onChain) throw new Error('Recoveries are booked with a chain only')
    const { chain, boundaries } = onChain
    const [database, clock] = [await resolver.make(Database), await resolver.make(Clock)]
    const events = new PoolEventStore(database, clock, chain.gateway.chainId)
    return new BookRecovery(chain, boundaries, events, {
      recover: await resolver.make(RecoverBoundary),
      mark: await resolver.make(MarkBoundary),
    })
  })
}

/** What boundaries bring to the module. */
export async function boundaryContributions(
  container: Container
): Promise<
  Required<Pick<ServiceModule, 'jobs' | 'listeners' | 'movementGuards' | 'boundaryStatusSources'>>
> {
  const services = servicesIn(container)
  const [database, relay] = [await container.make(Database), await container.make(OutboxRelay)]
  return {
    jobs: [registerBoundaryJob, keepBoundariesJob, boundaryEventJob, recoveryJob],
    listeners: [new NoteBoundary(services, database, relay)],
    movementGuards: [new FrozenGuard(services)],
    boundaryStatusSources: [new ShowFrozen(services)],
  }
}
