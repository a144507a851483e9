import type { ApplicationService } from 'ledger-custody-service/module'

/** The service's type check reads `adonisrc.ts`, which imports this. */
export default class RewardsProvider {
  constructor(app: ApplicationService)
  boot(): Promise<void>
}
