import type { ApplicationService } from '@adonisjs/core/types'
import type { ServiceModule } from '#app/extension/module'
import { balanceSheetJobs } from './jobs/balance_sheet_jobs.ts'
import { servicesIn } from './services/custody_services.ts'
import { HaltGuard } from './services/halt_guard.ts'
import { PoolBooks } from './services/pool_books.ts'

/** What balance sheets and halts bring to the module. */
export function sheetContributions(
  container: ApplicationService['container'],
  everyMs: number
): Required<Pick<ServiceModule, 'jobs' | 'movementGuards' | 'bookChecks'>> {
  const services = servicesIn(container)
  return {
    jobs: balanceSheetJobs(everyMs),
    movementGuards: [new HaltGuard(async () => (await services()).books.halts)],
    bookChecks: [new PoolBooks(services)],
  }
}
