import { singleton } from '#app/extension/singleton'
import { invalidField } from '#app/http/errors/service_error'
import { RpcError } from '../chain/errors.ts'
import type { Address, Hex, TypedData } from '../core/chain_types.ts'
import {
  CONSENT_SECONDS,
  consentTypedData,
  type ConsentRole,
  type WaitingKey,
} from '../core/key_consent.ts'
import { asksKeys } from '../core/pool_limits.ts'
import { PoolStore } from '../storage/pool_store.ts'
import { CustodyChain } from './custody_chain.ts'

/** `IERC1271.isValidSignature.selector`. */
const VALID = '0x1626ba7e'

/** What keys have to sign before they get a role in a boundary, and whether they did. */
@singleton()
export class KeyConsents {
  /** Seconds, by pool; a pool never changes it. */
  readonly #delays = new Map<Address, bigint>()

  constructor(
    private chain: CustodyChain,
    private pools: PoolStore
  ) {}

  /**
   * Whether the pool wants the word of the key itself; elsewhere what is ripe takes effect by anybody.
   *
   * @throws ChainUnreachable, WrongChain, RpcError, NoContract
   */
  async isAsked(realmId: string, { role, account, ripeAt }: WaitingKey): Promise<boolean> {
    const pool = await this.pools.find(realmId)
    if (account === null || !pool?.address || !asksKeys(pool.contractRelease)) return false
    if (role === 'successor') return false
    // Whom the holder of the recovery key names accepts in every pool.
    if (role === 'recovery_key' && ripeAt === null) return true
    return (await this.#safetyDelay(pool.address)) > 0n
  }

  /** @param deadline Unix seconds */
  typedData(
    { pool, boundaryId }: { pool: Address; boundaryId: string },
    { role, account }: { role: ConsentRole; account: Address },
    deadline: number
  ): TypedData {
    const { gateway } = this.chain
    const boundaryHash = gateway.idHash(boundaryId)
    return consentTypedData({
      chainId: gateway.chainId,
      pool,
      boundaryHash,
      role,
      account,
      deadline,
    })
  }

  /** Unix seconds of the chain or of the clock, whichever is ahead. */
  async now(clockMs: number): Promise<number> {
    const head = await this.chain.gateway.header('latest')
    return Math.max(Math.ceil(clockMs / 1000), head?.timestamp ?? 0)
  }

  /**
   * Until when a word may be brought for which the caller may have chosen the time; Unix seconds.
   *
   * @throws ServiceError VALIDATION_ERROR when that is over
   */
  async chosenDeadline(chosen: number | undefined, clockMs: number): Promise<number> {
    const now = await this.now(clockMs)
    const deadline = chosen ?? now + CONSENT_SECONDS
    if (deadline < now) throw invalidField('deadline', 'future', 'The deadline is over.')
    return deadline
  }

  /** Until when what is signed now may be brought. */
  deadlineOf({ ripeAt }: WaitingKey, now: number): number {
    return Math.max(ripeAt ?? 0, now) + CONSENT_SECONDS
  }

  /**
   * Whether this is the signature of a key, or one that a contract takes for its own (ERC-1271).
   *
   * @throws ChainUnreachable, WrongChain
   */
  async isSignedBy(account: Address, data: TypedData, signature: Hex): Promise<boolean> {
    const { gateway } = this.chain
    if (gateway.recoverTyped(data, signature) === account) return true
    const [isContract] = await gateway.hasCode([account])
    if (!isContract) return false
    const args = [gateway.typedDataHash(data), signature]
    const call = { contract: 'CosignerGroup', to: account, fn: 'isValidSignature', args } as const
    try {
      return String(await gateway.call(call, 'latest')).startsWith(VALID)
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      return false
    }
  }

  async #safetyDelay(pool: Address): Promise<bigint> {
    const known = this.#delays.get(pool)
    if (known !== undefined) return known
    const call = { contract: 'RealmCustody', to: pool, fn: 'safetyDelay' } as const
    const delay = (await this.chain.gateway.call(call, 'latest')) as bigint
    this.#delays.set(pool, delay)
    return delay
  }
}
