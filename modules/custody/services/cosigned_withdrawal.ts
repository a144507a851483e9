import { singleton } from '#app/extension/singleton'
import { ServiceError, invalidField, objectNotFound } from '#app/http/errors/service_error'
import { parseUsd } from '#app/money/usd'
import { ObjectReader } from '#modules/ledger/index'
import type { Address, Hex, TypedData } from '../core/chain_types.ts'
import { withdrawalTypedData, type ProposalTerms } from '../core/cosign_proposal.ts'
import { hasArmings } from '../core/pool_limits.ts'
import { PoolStore } from '../storage/pool_store.ts'
import { BoundaryDirectory, type BoundaryState } from './boundary_directory.ts'
import { refuseUnlessActive } from './frozen_boundary.ts'
import { CheckDestination } from './check_destination.ts'
import { CustodyChain } from './custody_chain.ts'
import { RegisterBoundary } from './register_boundary.ts'

export interface CosignedCommand {
  realmId: string
  /** Operation path. */
  path: string
  objectPath: string
  amount: string
  destinationAddress: string
  /** Unix seconds. */
  deadline: number
}

/** What a proposal and its submission look at alike. */
export interface CosignedSource {
  boundary: BoundaryState
  cosigner: Address
  pool: Address
  to: Address
  /** As `SignedWithdrawal` has it. */
  arming: bigint | null
}

/** The armed boundary behind a co-signed withdrawal, and what its co-signer signs. */
@singleton()
export class CosignedWithdrawal {
  constructor(
    private chain: CustodyChain,
    private directory: BoundaryDirectory,
    private destinations: CheckDestination,
    private registration: RegisterBoundary,
    private pools: PoolStore,
    private objects: ObjectReader
  ) {}

  /**
   * @throws ServiceError OBJECT_NOT_FOUND, VALIDATION_ERROR, CONFLICT for a boundary that is not
   *   armed, BOUNDARY_FROZEN, CHAIN_UNAVAILABLE
   * @throws PoolNotReady
   */
  async source(command: Omit<CosignedCommand, 'deadline'>): Promise<CosignedSource> {
    const { realmId, objectPath, destinationAddress } = command
    this.chain.require()
    const object = await this.objects.activeAt(realmId, objectPath)
    if (!object) throw objectNotFound(objectPath)
    if (object.keeps_own_books === 1) {
      const message = `Transfer from the ${object.type} object to a denominated object first.`
      throw invalidField('objectPath', 'cash_object', message)
    }
    const boundary = await this.directory.of(object.boundary_id)
    refuseUnlessActive(boundary)
    const { cosigner } = boundary
    if (!cosigner) throw notArmed(boundary)
    const to = await this.destinations.checked(realmId, destinationAddress, 'destinationAddress')
    const pool = await this.registration.poolOf(realmId)
    return { boundary, cosigner, to, pool, arming: await this.#armingOf(realmId, pool, boundary) }
  }

  async #armingOf(realmId: string, to: Address, { boundaryId }: BoundaryState) {
    const known = await this.pools.find(realmId)
    if (!hasArmings(known?.contractRelease ?? null)) return null
    const { gateway } = this.chain
    const args: Hex[] = [gateway.idHash(boundaryId)]
    const call = { contract: 'RealmCustody', to, fn: 'armingOf', args } as const
    return ((await gateway.call(call, 'latest')) as { number: bigint }).number
  }

  typedData(
    { boundary, pool, to, arming }: CosignedSource,
    terms: ProposalTerms,
    nonce: string
  ): TypedData {
    const { gateway } = this.chain
    return withdrawalTypedData({
      chainId: gateway.chainId,
      pool,
      opHash: gateway.idHash(nonce),
      boundaryHash: gateway.idHash(boundary.boundaryId),
      to,
      amount: terms.amount,
      deadline: terms.deadline,
      arming,
    })
  }

  /** Unix seconds of the chain or of the clock, whichever is ahead: both end a deadline. */
  async now(clockMs: number): Promise<number> {
    const head = await this.chain.gateway.header('latest')
    return Math.max(Math.ceil(clockMs / 1000), head?.timestamp ?? 0)
  }
}

export function notArmed({ boundaryId }: BoundaryState): ServiceError {
  return new ServiceError('CONFLICT', {
    message: 'The custody boundary is not armed, so its withdrawals need no co-signature.',
    next: 'Withdraw with POST /api/v1/defund-account.',
    details: { boundaryId },
  })
}

export function termsOf(command: CosignedCommand): ProposalTerms {
  return { ...command, amount: parseUsd(command.amount) }
}
