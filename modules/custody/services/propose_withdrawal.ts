import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { invalidField } from '#app/http/errors/service_error'
import { RealmDirectory } from '#modules/ledger/index'
import type { TypedData } from '../core/chain_types.ts'
import { LONGEST_PROPOSAL_SECONDS, proposalNonce } from '../core/cosign_proposal.ts'
import { termsOf, type CosignedCommand, CosignedWithdrawal } from './cosigned_withdrawal.ts'
import { CustodyChain } from './custody_chain.ts'
import { asChainUnavailable } from './passing_chain_error.ts'

export interface Proposal {
  /** EIP-712, as wallets take it. */
  typedData: TypedData
  /** The hash that is signed. */
  digest: string
  /** The id that the operation will have. */
  nonce: string
  /** Unix seconds. */
  deadline: number
  boundaryId: string
}

const DEFAULT_LIFETIME_SECONDS = 3600

/**
 * Says what the co-signer of an armed boundary has to sign for a withdrawal. Stores nothing: whoever
 * brings terms, nonce and signature has all there is.
 */
@singleton()
export class ProposeWithdrawal {
  constructor(
    private realms: RealmDirectory,
    private chain: CustodyChain,
    private cosigned: CosignedWithdrawal,
    private clock: Clock
  ) {}

  /** @throws ServiceError as `CosignedWithdrawal.source`; VALIDATION_ERROR for the deadline */
  async run(
    principal: Principal,
    command: Omit<CosignedCommand, 'deadline'> & { deadline?: number }
  ): Promise<Proposal> {
    await this.realms.resolve(principal, command.realmId)
    try {
      const source = await this.cosigned.source(command)
      const now = await this.cosigned.now(this.clock.nowMs())
      const deadline = command.deadline ?? now + DEFAULT_LIFETIME_SECONDS
      checkDeadline(deadline, now)
      const terms = termsOf({ ...command, deadline })
      const nonce = proposalNonce(terms, this.clock.nowMs())
      const typedData = this.cosigned.typedData(source, terms, nonce)
      const { gateway } = this.chain
      const { boundaryId } = source.boundary
      return { typedData, digest: gateway.typedDataHash(typedData), nonce, deadline, boundaryId }
    } catch (error) {
      throw asChainUnavailable(error)
    }
  }
}

function checkDeadline(deadline: number, now: number) {
  if (deadline <= now) throw invalidField('deadline', 'future', 'The deadline has passed.')
  if (deadline - now > LONGEST_PROPOSAL_SECONDS) {
    throw invalidField('deadline', 'soon', 'The deadline may be at most 30 days ahead.')
  }
}
