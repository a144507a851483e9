import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError, invalidField } from '#app/http/errors/service_error'
import { RealmDirectory } from '#modules/ledger/index'
import type { Address, Call, Hex, TypedData } from '../core/chain_types.ts'
import { cosignerChangeTypedData } from '../core/key_consent.ts'
import type { AdminCall } from '../core/pool_roles.ts'
import { hasArmings } from '../core/pool_limits.ts'
import { ZERO_ADDRESS } from '../core/zero.ts'
import { KeyConsentStore } from '../storage/key_consent_store.ts'
import { PoolStore } from '../storage/pool_store.ts'
import { CheckDestination } from './check_destination.ts'
import { CustodyChain } from './custody_chain.ts'
import { KeyConsents } from './key_consents.ts'
import { asChainUnavailable } from './passing_chain_error.ts'
import { ProtectBoundary } from './protect_boundary.ts'
import { ProtectionRecords } from './protection_records.ts'

export interface HandOverCommand {
  realmId: string
  boundaryId: string
  /** Who is to sign instead; left out: nobody, the boundary is disarmed. */
  cosigner?: string
  /** Unix seconds; part of what is signed. */
  deadline?: number
  /** Of the co-signer there is; left out: what it has to sign is shown. */
  signature?: string
}

export interface CosignerHandOver {
  boundaryId: string
  /** Null: the boundary is to be disarmed. */
  cosigner: Address | null
  state: 'to_be_signed' | 'proposed'
  typedData: TypedData
  digest: Hex
  deadline: number
}

/**
 * Takes the word of a co-signer that hands over to another one, or disarms its boundary, for those who do not call the
 * pool themselves: a contract may be none that calls. No account of the service sends it; it is among the proposals
 * to the admin of the pool, and whoever likes may send it.
 */
@singleton()
export class HandOverCosigner {
  constructor(
    private realms: RealmDirectory,
    private chain: CustodyChain,
    private pools: PoolStore,
    private protect: ProtectBoundary,
    private destinations: CheckDestination,
    private consents: KeyConsents,
    private store: KeyConsentStore,
    private records: ProtectionRecords,
    private clock: Clock
  ) {}

  /**
   * The same word again changes nothing.
   *
   * @throws ServiceError NOT_FOUND, VALIDATION_ERROR, CONFLICT where the boundary is not armed, CHAIN_UNAVAILABLE
   */
  async run(principal: Principal, command: HandOverCommand): Promise<CosignerHandOver> {
    const { realmId, boundaryId, signature } = command
    await this.realms.resolve(principal, realmId)
    const { cosigner: present } = await this.protect.find(realmId, boundaryId)
    const pool = await this.pools.find(realmId)
    if (!present || !pool?.address || !hasArmings(pool.contractRelease)) throw notArmed(boundaryId)
    const account = command.cosigner
      ? await this.destinations.checked(realmId, command.cosigner, 'cosigner')
      : ZERO_ADDRESS
    try {
      const deadline = await this.consents.chosenDeadline(command.deadline, this.clock.nowMs())
      const boundaryHash = this.chain.idHash(boundaryId)
      const [proposals] = await this.#proposals(pool.address, [boundaryHash])
      const { chainId } = this.chain
      const terms = { chainId, pool: pool.address, boundaryHash, account, deadline }
      const typedData = cosignerChangeTypedData(terms, proposals!)
      const digest = this.chain.gateway.typedDataHash(typedData)
      const cosigner = account === ZERO_ADDRESS ? null : account
      const shown = { boundaryId, cosigner, typedData, digest, deadline }
      if (signature === undefined) return { ...shown, state: 'to_be_signed' }
      if (!(await this.consents.isSignedBy(present, typedData, signature as Hex))) {
        const message = 'This is not the signature of the co-signer, over exactly these terms.'
        throw invalidField('signature', 'key_consent', message)
      }
      const told = { boundaryId, cosigner }
      const record = this.records.of(principal, 'cosigner_change_proposed', realmId, told)
      const word = { deadline, signature: signature as Hex, proposalSeq: Number(proposals) }
      const role = 'cosigner_change' as const
      await this.store.keep({ boundaryHash, role, account, ...word }, record)
      return { ...shown, state: 'proposed' }
    } catch (error) {
      throw asChainUnavailable(error)
    }
  }

  /**
   * What co-signers of a realm have signed and nobody has sent. By the newest block: a word is good for one change.
   *
   * @throws ChainUnreachable, WrongChain, RpcError
   */
  async proposals(realmId: string, pool: Address): Promise<AdminCall[]> {
    const now = await this.consents.now(this.clock.nowMs())
    const words = await this.store.changesOf(realmId, now)
    const current = await this.#proposals(
      pool,
      words.map(({ boundaryHash }) => boundaryHash)
    )
    const why = 'Its co-signer has signed the change. Anybody may send it; the pool makes it wait.'
    return words
      .filter(({ proposalSeq }, at) => BigInt(proposalSeq) === current[at])
      .map(({ boundaryHash, account, deadline, signature }) => ({
        fn: 'setCosignerFor',
        args: [boundaryHash, account, BigInt(deadline), signature],
        why,
      }))
  }

  /** How often the co-signer of each boundary was to change, at the newest block. */
  async #proposals(pool: Address, boundaries: readonly Hex[]): Promise<(bigint | null)[]> {
    if (boundaries.length === 0) return []
    const { gateway } = this.chain
    const calls = boundaries.map((hash): Call => {
      return { contract: 'RealmCustody', to: pool, fn: 'armingOf', args: [hash] }
    })
    const answers = await gateway.callMany(calls, await gateway.head())
    return answers.map((answer) =>
      answer.ok ? (answer.value as unknown as { proposals: bigint }).proposals : null
    )
  }
}

function notArmed(boundaryId: string): ServiceError {
  return new ServiceError('CONFLICT', {
    message: `The boundary ${boundaryId} has no co-signer that could hand over.`,
    next: 'Name one with POST /api/v1/custody/boundaries/:boundaryId/arm.',
    details: { boundaryId },
  })
}
