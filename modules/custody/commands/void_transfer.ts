import { setTimeout as delay } from 'node:timers/promises'
import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { GiveUpMovement, OperationReader, type Operation } from '#modules/ledger/index'
import { isPassing } from '../services/chain_patience.ts'
import { CustodyChain } from '../services/custody_chain.ts'
import { VoidSettlements } from '../services/void_settlements.ts'

const LOOK_EVERY_MS = 500

/** What a person does about a transfer between custody boundaries that will not settle. */
export default class VoidTransfer extends BaseCommand {
  static override commandName = 'custody:void-transfer'
  static override description =
    'Rejects a pending transfer between custody boundaries on the chain, unless that was faster'
  static override options: CommandOptions = { startApp: true }

  @args.string({ argumentName: 'operation-id', description: 'The pending operation: op_…' })
  declare operationId: string

  @flags.number({ description: 'How many seconds to wait for the end', default: 120 })
  declare wait: number

  override async run() {
    this.exitCode = 1
    const { container } = this.app
    if (!(await container.make(CustodyChain)).configured) {
      return this.logger.error('No chain is configured: set CHAIN_RPC_URL')
    }
    const voids = await container.make(VoidSettlements)
    const operations = await container.make(OperationReader)
    const operation = await operations.byId(this.operationId)
    if (!operation) return this.logger.error('There is no such operation')
    if (operation.state !== 'pending') return this.#tell(operation)
    const asked = await (await container.make(GiveUpMovement)).run(this.operationId)
    if (asked === 'impossible') {
      return this.logger.error('Only transfers and sweeps between custody boundaries can be voided')
    }
    const ended = await this.#ended(operations, () => this.#send(voids))
    if (ended) return this.#tell(ended)
    this.logger.warning('Asked for, and not final yet: a worker goes on. Run this again to look')
  }

  async #ended(operations: OperationReader, send: () => Promise<void>): Promise<Operation | null> {
    const deadline = performance.now() + this.wait * 1000
    for (;;) {
      await send()
      const operation = await operations.byId(this.operationId)
      if (operation && operation.state !== 'pending') return operation
      if (performance.now() >= deadline) return null
      await delay(LOOK_EVERY_MS)
    }
  }

  async #send(voids: VoidSettlements) {
    try {
      await voids.run()
    } catch (error) {
      if (!isPassing(error)) throw error
      this.logger.info(`The chain has to wait: ${error.message}`)
    }
  }

  #tell({ state, failureMessage }: Operation) {
    this.exitCode = state === 'completed' ? 1 : 0
    if (state === 'completed') this.logger.warning('It was executed: nothing can be voided')
    else this.logger.success(`It is ${state}, its hold is released: ${failureMessage}`)
  }
}
