import { BaseCommand } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { CustodyChain } from '../services/custody_chain.ts'
import { IndexPools } from '../services/index_pools.ts'

/** What a person does after a stop of the indexer or a fault of a pool, once its cause is known. */
export default class Reindex extends BaseCommand {
  static override commandName = 'custody:reindex'
  static override description =
    'Lifts a stop of the indexer and reads the events of all pools again; final ones are compared'
  static override options: CommandOptions = { startApp: true }

  override async run() {
    const { container } = this.app
    if (!(await container.make(CustodyChain)).configured) {
      this.logger.error('No chain is configured: set CHAIN_RPC_URL')
      this.exitCode = 1
      return
    }
    if (await (await container.make(IndexPools)).startOver()) {
      this.logger.success('A worker reads the events of all pools again')
      return
    }
    this.logger.error('A worker is reading, or none has ever run; try again in a moment')
    this.exitCode = 1
  }
}
