import { BaseCommand } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { CustodyChain } from '../services/custody_chain.ts'
import { ProposeToAdmins } from '../services/propose_to_admins.ts'

/** For the owners of a Safe: what waits for them, a JSON object on each line. */
export default class Proposals extends BaseCommand {
  static override commandName = 'custody:proposals'
  static override description =
    'Prints the transactions that the admins of pools have to make, as JSON, one on each line'
  static override options: CommandOptions = { startApp: true }

  override async run() {
    const { container } = this.app
    if (!(await container.make(CustodyChain)).configured) {
      this.logger.error('No chain is configured: set CHAIN_RPC_URL')
      this.exitCode = 1
      return
    }
    for await (const proposal of (await container.make(ProposeToAdmins)).all()) {
      process.stdout.write(`${JSON.stringify(proposal)}\n`)
    }
  }
}
