import { ModuleHost } from 'ledger-custody-service/module'
import { BankRail } from './bank_rail.js'

/** Loads the rail; the bank's statements arrive in `bank_statements` of the service's folder. */
export default class BankRailProvider {
  constructor(app) {
    this.app = app
  }

  async boot() {
    const host = await this.app.container.make(ModuleHost)
    host.add({
      name: 'bank_rail',
      title: 'Bank rail',
      description: "Settles deposits below /bank/ by a bank's statement.",
      settlementRails: [new BankRail(this.app.makePath('bank_statements'))],
    })
  }
}
