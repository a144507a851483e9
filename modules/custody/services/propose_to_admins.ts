import { singleton } from '#app/extension/singleton'
import { asChainUnavailable } from './passing_chain_error.ts'
import type { Address, ChainValue, Hex } from '../core/chain_types.ts'
import { adminCalls, unplannedCalls, type AdminCall, type PoolRoles } from '../core/pool_roles.ts'
import { PoolRoleStore } from '../storage/pool_role_store.ts'
import { PoolStore, type RealmPool } from '../storage/pool_store.ts'
import { CallAsRole } from './call_as_role.ts'
import { CustodyChain } from './custody_chain.ts'
import { cancelsOf, ForeignClaims } from './foreign_claims.ts'
import { HandOverCosigner } from './hand_over_cosigner.ts'
import { PoolAuthority } from './pool_authority.ts'
import { ProposeTakeBack } from './propose_take_back.ts'
import { ReadRescues } from './read_rescues.ts'
import { RealmHalts } from './realm_halts.ts'

const POOLS_AT_ONCE = 20

/** A transaction that the admin of a pool has to make: of a Safe, as its owners see it. */
export interface AdminProposal {
  realmId: string
  chainId: number
  /** Whose transaction it has to be. */
  admin: Address
  to: Address
  /** Wei. */
  value: '0'
  data: Hex
  method: string
  reason: string
}

/**
 * What waits for admins whose keys the service does not have: that a pool goes on, and who its operators and
 * guardians are, or are not. Derived from the settings and the chain each time: what was done is not proposed again.
 */
@singleton()
export class ProposeToAdmins {
  constructor(
    private chain: CustodyChain,
    private pools: PoolStore,
    private authority: PoolAuthority,
    private halts: RealmHalts,
    private call: CallAsRole,
    private claims: ForeignClaims,
    private given: PoolRoleStore,
    private takeBack: ProposeTakeBack,
    private rescues: ReadRescues,
    private handOver: HandOverCosigner
  ) {}

  /** @throws ServiceError CHAIN_UNAVAILABLE */
  async ofRealm(realmId: string): Promise<AdminProposal[]> {
    this.chain.require()
    const pool = await this.pools.find(realmId)
    return pool?.state === 'created' ? this.#ofPresent([pool]) : []
  }

  /** Those of all pools of the chain, in the order of their realms, some pools at once. */
  async *all(): AsyncGenerator<AdminProposal> {
    for (let after = ''; ;) {
      const page = await this.pools.createdOn(this.chain.chainId, after, POOLS_AT_ONCE)
      yield* await this.#ofPresent(page)
      if (page.length < POOLS_AT_ONCE) return
      after = page.at(-1)!.realmId
    }
  }

  async #ofPresent(pools: readonly RealmPool[]): Promise<AdminProposal[]> {
    try {
      const addresses = pools.map(({ address }) => address!)
      const present = await this.chain.gateway.hasCode(addresses)
      const there = pools.filter((_, index) => present[index])
      return (await Promise.all(there.map((pool) => this.#of(pool)))).flat()
    } catch (error) {
      throw asChainUnavailable(error)
    }
  }

  async #of({ realmId, address }: RealmPool): Promise<AdminProposal[]> {
    if (!address) return []
    const { chain, authority } = this
    const roles = await authority.of(address)
    // Also where a key of the service is the admin: no signer signs a rescue, nor a change of a co-signer.
    const rescues = await this.rescues.proposals(address, roles.halted)
    const guardians = this.call.among(roles, 'cancelRescue')
    const calls = [
      ...(await this.#others(realmId, address, roles)),
      ...rescues.filter(({ fn }) => fn !== 'cancelRescue' || guardians.length === 0),
      ...(await this.handOver.proposals(realmId, address)),
    ]
    return calls.map(({ fn, args, why }): AdminProposal => ({
      realmId,
      chainId: chain.chainId,
      admin: fn === 'acceptAdmin' ? roles.pendingAdmin : roles.admin,
      to: address,
      value: '0',
      data: chain.gateway.encode('RealmCustody', fn, args),
      method: `${fn}(${args.map(shown).join(', ')})`,
      reason: why,
    }))
  }

  /** What an admin elsewhere is asked for; where a key of the service is the admin, the service does it. */
  async #others(realmId: string, pool: Address, roles: PoolRoles): Promise<AdminCall[]> {
    const { planned, accounts } = this.chain
    if (accounts.includes(roles.admin)) return []
    const goesOn = (await this.halts.of(realmId))?.type !== 'all_flows'
    return [
      ...adminCalls(planned, roles, goesOn),
      ...unplannedCalls(await this.given.given(pool), planned),
      ...(await this.#cancels(realmId, roles)),
      ...(roles.halted && !goesOn ? await this.takeBack.run(realmId, pool) : []),
    ]
  }

  /** What a thief has left to wait, and no account of the service may take back. */
  async #cancels(realmId: string, roles: PoolRoles): Promise<AdminCall[]> {
    const claims = await this.claims.of(realmId)
    const why =
      'Nobody of this service has ordered it, and no account of the service may cancel it.'
    return claims
      .flatMap(cancelsOf)
      .filter(({ fn }) => this.call.among(roles, fn).length === 0)
      .map(({ fn, args }) => ({ fn, args, why }))
  }
}

/** Of a struct its fields, in their order. */
function shown(value: ChainValue): string {
  return typeof value === 'object' ? `(${Object.values(value).map(shown).join(', ')})` : `${value}`
}
