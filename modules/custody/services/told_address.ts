import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import type { Address } from '../core/chain_types.ts'
import { isPassing } from './chain_patience.ts'
import { CustodyChain } from './custody_chain.ts'
import { depositAddress } from './deposit_address.ts'
import { inTime } from './in_time.ts'
import type { PlannedPool } from './pool_plans.ts'

interface DepositName {
  boundaryId: string
  operationId: string
}

/**
 * The address at which a deposit is paid. For real money it is told only when the pool itself says the
 * same, and the same token: what is sent to any other address is lost.
 */
@singleton()
export class ToldAddress {
  constructor(
    private chain: CustodyChain,
    private log: Logger
  ) {}

  /** As the contracts of the pool make it; asks no node. */
  reckoned({ address: pool, implementation }: PlannedPool, deposit: DepositName): Address {
    return depositAddress(this.chain.gateway, { ...deposit, pool, implementation })
  }

  /**
   * @throws ServiceError CHAIN_UNAVAILABLE while the pool cannot be asked, and when it names another
   *   address or token, which is logged as an error
   */
  async confirm(pool: PlannedPool, deposit: DepositName, address: Address): Promise<void> {
    const said = await this.#ask(pool.address, deposit)
    if (said.address === address && said.token === pool.token) return
    const { realmId, token } = pool
    this.log.error({ realmId, ...deposit, address, token, said }, 'a pool names another address')
    throw new ServiceError('CHAIN_UNAVAILABLE', {
      message:
        'The custody pool names another deposit address than the service. Nothing is to be paid.',
      next: 'Tell the operator: the log names the pool and both addresses.',
    })
  }

  async #ask(pool: Address, { boundaryId, operationId }: DepositName) {
    const { gateway } = this.chain
    const ids = [gateway.idHash(boundaryId), gateway.idHash(operationId)]
    const ask = (fn: string, args: string[] = []) =>
      gateway.call({ contract: 'RealmCustody', to: pool, fn, args }, 'latest')
    try {
      const answers = await inTime(Promise.all([ask('depositAddress', ids), ask('token')]))
      const [address, token] = answers as [Address, Address]
      return { address, token }
    } catch (error) {
      if (!isPassing(error)) throw error
      throw new ServiceError('CHAIN_UNAVAILABLE', { cause: error })
    }
  }
}
