import { BaseCommand } from '@adonisjs/core/ace'
import { CustodyServices } from '../services/custody_services.ts'

export default class Reindex extends BaseCommand {
  static readonly commandName = 'custody:reindex'
  static readonly description =
    'Lifts a stop of the indexer and reads the events of all pools again; final ones are compared'
  static readonly options = { startApp: true }

  async run() {
    const { onChain } = await this.app.container.make(CustodyServices)
    if (!onChain) {
      this.logger.error('No chain is configured: set CHAIN_RPC_URL')
      this.exitCode = 1
      return
    }
    if (await onChain.indexPools.startOver()) {
      this.logger.success('A worker reads the events of all pools again')
      return
    }
    this.logger.error('A worker is reading, or none has ever run; try again in a moment')
    this.exitCode = 1
  }
}
