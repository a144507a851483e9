import type { ApplicationService } from 'ledger-custody-service/module'

/** The service's type check reads `adonisrc.ts`, which imports this. */
export default class BankRailProvider {
  constructor(app: ApplicationService)
  boot(): Promise<void>
}
