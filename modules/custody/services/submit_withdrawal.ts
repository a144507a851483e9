import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError, invalidField } from '#app/http/errors/service_error'
import { OpenWithdrawal, OperationReader, RealmDirectory } from '#modules/ledger/index'
import { RpcError } from '../chain/errors.ts'
import type { DecodedRevert } from '../core/chain_types.ts'
import { statusOf } from '../core/boundary_view.ts'
import { isNonceOf, type ProposalTerms } from '../core/cosign_proposal.ts'
import {
  notArmed,
  termsOf,
  type CosignedCommand,
  type CosignedSource,
  CosignedWithdrawal,
} from './cosigned_withdrawal.ts'
import { ChooseLane } from './choose_lane.ts'
import { CustodyChain } from './custody_chain.ts'
import { frozen } from './frozen_boundary.ts'
import { asChainUnavailable } from './passing_chain_error.ts'

export interface SubmitCommand extends CosignedCommand {
  nonce: string
  /** `0x` and hexadecimal digits: 65 bytes of a key, or what a contract takes (ERC-1271). */
  signature: string
}

/**
 * Opens a withdrawal that its co-signer has signed. The signature is checked here and by the pool as
 * it is now, so that nothing is stored that the chain would refuse.
 */
@singleton()
export class SubmitWithdrawal {
  constructor(
    private realms: RealmDirectory,
    private operations: OperationReader,
    private chain: CustodyChain,
    private lanes: ChooseLane,
    private cosigned: CosignedWithdrawal,
    private withdrawals: OpenWithdrawal,
    private clock: Clock
  ) {}

  /**
   * @throws ServiceError COSIGN_NONCE_USED, VALIDATION_ERROR naming what is wrong, and whatever
   *   opening a withdrawal refuses with
   */
  async run(principal: Principal, command: SubmitCommand) {
    const { realmId, path, nonce, deadline, signature, ...rest } = command
    await this.realms.resolve(principal, realmId)
    const known = await this.operations.byId(nonce)
    const own = known?.realmId === realmId ? known : null
    if (own && own.path !== path) throw new ServiceError('COSIGN_NONCE_USED')
    // What was stored under this path answers first, whatever holds now.
    if (!own && !(await this.operations.isUsed(realmId, path))) await this.#check(command)
    const opened = await this.withdrawals.run(principal, {
      realmId,
      path,
      ...rest,
      cosigned: { operationId: nonce, deadline, signature },
    })
    return { ...opened, replayed: opened.replayed || own !== null }
  }

  async #check(command: SubmitCommand): Promise<void> {
    const { nonce, deadline, signature } = command
    try {
      const source = await this.cosigned.source(command)
      const terms = termsOf(command)
      if (!isNonceOf(nonce, terms, this.clock.nowMs() / 1000)) {
        const message = 'The nonce belongs to a proposal with other terms, or to an old one.'
        throw invalidField('nonce', 'proposal', message)
      }
      if (deadline < (await this.cosigned.now(this.clock.nowMs()))) throw expired()
      await this.#checkSignature(source, terms, nonce, signature)
      await this.#rehearse(source, terms, nonce, signature)
    } catch (error) {
      throw asChainUnavailable(error)
    }
  }

  async #checkSignature(
    source: CosignedSource,
    terms: ProposalTerms,
    nonce: string,
    signature: string
  ): Promise<void> {
    const { gateway } = this.chain
    const signer = gateway.recoverTyped(this.cosigned.typedData(source, terms, nonce), signature)
    if (signer === source.cosigner) return
    // A contract says itself what it signs; the rehearsal asks it.
    const [isContract] = await gateway.hasCode([source.cosigner])
    if (!isContract) throw wrongSignature()
  }

  /** Asks the pool whether it would accept the withdrawal, without sending anything. */
  async #rehearse(
    source: CosignedSource,
    { amount, deadline }: ProposalTerms,
    nonce: string,
    signature: string
  ): Promise<void> {
    const { boundary, pool, to } = source
    const { gateway } = this.chain
    const fn = boundary.timeLockSeconds > 0 ? 'requestExitCosigned' : 'withdrawCosigned'
    const ids = [gateway.idHash(nonce), gateway.idHash(boundary.boundaryId)]
    const args = [...ids, to, amount, BigInt(deadline), signature]
    const data = gateway.encode('RealmCustody', fn, args)
    try {
      const { address: from } = await this.lanes.forPool(pool)
      await gateway.ethCall({ to: pool, data, from }, 'latest')
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      const refusal = refusalOf(gateway.decodeRevert(error.data), source)
      if (refusal) throw refusal
    }
  }
}

/**
 * What concerns the signature and the boundary, which the pool may know before its events have been
 * read; the rest is for the guards and the ledger to say.
 */
function refusalOf(
  revert: DecodedRevert | null,
  { boundary }: CosignedSource
): ServiceError | null {
  switch (revert?.name) {
    case 'BoundaryFrozen': {
      const status = statusOf({ status: BigInt(revert.args.status ?? 0) }) ?? boundary.status
      return frozen({ ...boundary, status })
    }
    case 'NotArmed':
      return notArmed(boundary)
    case 'InvalidCosignature':
      return wrongSignature()
    case 'CosignExpired':
      return expired()
    case 'OperationKnown':
      return new ServiceError('COSIGN_NONCE_USED')
    default:
      return null
  }
}

function wrongSignature(): ServiceError {
  const message = "This is not the co-signer's signature of exactly this proposal."
  return invalidField('signature', 'cosignature', message)
}

function expired(): ServiceError {
  return invalidField('deadline', 'future', 'The proposal has expired; propose it again.')
}
