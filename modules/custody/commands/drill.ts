import { readFileSync } from 'node:fs'
import { BaseCommand, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { OperatorKey } from '../chain/operator_key.ts'
import { CustodyChain } from '../services/custody_chain.ts'
import { DrillFailed, RunDrill } from '../services/run_drill.ts'

/** Whether a holder would get away with their money today, and how long it would take. */
export default class Drill extends BaseCommand {
  static override commandName = 'custody:drill'
  static override description =
    'Locks and empties a boundary of a paper realm as its holder would, and proves the books'
  static override options: CommandOptions = { startApp: true }

  @flags.string({ description: 'A paper realm; the drill makes a zone of its own there' })
  declare realm: string

  @flags.string({ description: 'File with the key of an account that has gas money' })
  declare holderKeyFile?: string

  @flags.number({ description: 'How many seconds one step may take', default: 120 })
  declare wait: number

  override async run() {
    this.exitCode = 1
    const { container } = this.app
    if (!this.realm) return this.logger.error('Name a paper realm: --realm ID')
    if (!(await container.make(CustodyChain)).configured) {
      return this.logger.error('No chain is configured: set CHAIN_RPC_URL')
    }
    const file = this.holderKeyFile
    const key = file === undefined ? undefined : new OperatorKey(readFileSync(file, 'utf8'))
    const drill = await container.make(RunDrill)
    try {
      for await (const { what, ms } of drill.run(this.realm, this.wait * 1000, key)) {
        this.logger.success(`${what.padEnd(28)} ${String(ms).padStart(7)} ms`)
      }
      this.exitCode = 0
    } catch (error) {
      if (!(error instanceof DrillFailed)) throw error
      this.logger.error(error.message)
    }
  }
}
