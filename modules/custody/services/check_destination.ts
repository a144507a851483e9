import { singleton } from '#app/extension/singleton'
import { ServiceError, invalidField } from '#app/http/errors/service_error'
import type { Movement } from '#modules/ledger/extension/ledger_terms'
import type { Address } from '../core/chain_types.ts'
import { PoolStore } from '../storage/pool_store.ts'
import { OwnAddressStore } from '../storage/own_address_store.ts'
import { poolAddress } from './deployment_plan.ts'
import { CustodyChain } from './custody_chain.ts'

const FIELD = 'destinationAddress'

/**
 * Whether a withdrawal may go where it is to go. Money sent to the zero address, to a contract of the
 * service or with a mistyped address is lost, so it is refused before anything is stored. What another
 * realm has announced a deposit at arrives there as anybody's money would: so realms move to a newer pool.
 */
@singleton()
export class CheckDestination {
  constructor(
    private chain: CustodyChain,
    private pools: PoolStore,
    private addresses: OwnAddressStore
  ) {}

  /** @throws ServiceError VALIDATION_ERROR naming `destinationAddress`, SETTLEMENT_UNAVAILABLE */
  async run({
    realmId,
    realmAsset,
    destinationAddress,
    destinationFollows = false,
  }: Pick<
    Movement,
    'realmId' | 'realmAsset' | 'destinationAddress' | 'destinationFollows'
  >): Promise<void> {
    if (destinationAddress === null) {
      if (realmAsset === 'live' && !destinationFollows) {
        throw invalidField(FIELD, 'required', 'A withdrawal of real money needs an address.')
      }
    } else await this.checked(realmId, destinationAddress, FIELD)
    const pool = await this.pools.find(realmId)
    // Nothing on this chain could ever pay it.
    if (!pool || pool.state === 'refused') throw new ServiceError('SETTLEMENT_UNAVAILABLE')
  }

  /**
   * An address from outside that is nobody's mistake and none of ours.
   *
   * @throws ServiceError VALIDATION_ERROR naming `field`
   */
  async checked(realmId: string, text: string, field: string): Promise<Address> {
    const refused = (rule: string, message: string) => invalidField(field, rule, message)
    const { gateway, plan } = this.chain
    const address = gateway.checksum(text)
    const digits = text.slice(2)
    const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
    if (mixed && text !== address) {
      throw refused('checksum', 'The checksum of the address is wrong (EIP-55); is it mistyped?')
    }
    if (/^0x0{40}$/.test(address)) throw refused('zero_address', 'The zero address takes no money.')
    const own = await this.pools.find(realmId)
    const pool = own?.address ?? poolAddress(gateway, plan, realmId)
    const contracts = plan.contracts.map((contract) => contract.address)
    const ofService = [pool, own?.token, plan.liveToken, plan.operator, ...contracts]
    if (ofService.includes(address) || (await this.#isOurs(realmId, address, field))) {
      throw refused('foreign_address', 'The address belongs to the custody service itself.')
    }
    return address
  }

  async #isOurs(realmId: string, address: Address, field: string): Promise<boolean> {
    if (!(await this.addresses.has(address))) return false
    return field !== FIELD || !(await this.addresses.isDepositElsewhere(realmId, address))
  }
}
