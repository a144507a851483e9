import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { ARTIFACTS, type AbiFragment } from '../chain/artifacts.ts'
import type { Address, Hex } from '../core/chain_types.ts'
import { hasInheritances } from '../core/pool_limits.ts'
import { HOLDERS_FUNCTIONS, recoverySteps, type RecoveryStep } from '../core/recovery_kit.ts'
import { ExchangeObjectStore } from '../storage/exchange_object_store.ts'
import { PoolStore } from '../storage/pool_store.ts'
import { CustodyChain } from './custody_chain.ts'
import { PoolPlans } from './pool_plans.ts'
import { ReadBoundaries } from './read_boundaries.ts'

export interface RecoveryKit {
  chainId: number
  pool: Address
  token: Address
  boundary: { id: string; hash: Hex; status: string; recoveryKey: string | null }
  abi: readonly AbiFragment[]
  steps: RecoveryStep[]
}

/** Of a boundary; the answer of the pool's `boundary` has a word for each. */
const SHOWN_WORDS = ['balance', 'status', 'recoveryKey'] as const
/** The same of its inheritance. */
const HEIR_WORDS = ['successor', 'ripeAt'] as const

/**
 * Reads all that the holder of a recovery key needs to lock a boundary and take its money out when
 * the service is gone. Nothing in it is secret, and its calls change with the vaults alone: it
 * is read in good days.
 */
@singleton()
export class ReadRecoveryKit {
  constructor(
    private boundaries: ReadBoundaries,
    private objects: ExchangeObjectStore,
    private pools: PoolStore,
    private plans: PoolPlans,
    private chain: CustodyChain
  ) {}

  /**
   * @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH, FORBIDDEN; CHAIN_UNAVAILABLE while the pool
   *   of the realm is not created
   */
  async run(principal: Principal, realmId: string, boundaryId: string): Promise<RecoveryKit> {
    const shown = await this.boundaries.show(principal, realmId, boundaryId)
    const created = await this.pools.find(realmId)
    if (created?.state !== 'created') throw new ServiceError('CHAIN_UNAVAILABLE')
    const { address: pool, token } = await this.plans.of(created)
    const { gateway, settings } = this.chain
    const hash = this.chain.idHash(boundaryId)
    const vaults = (await this.objects.ofRealm(realmId, pool))
      .filter(({ boundaryHash }) => boundaryHash === hash)
      .map((object) => object.hash)
    return {
      chainId: settings.chainId,
      pool,
      token,
      boundary: { id: boundaryId, hash, status: shown.status, recoveryKey: shown.recoveryKey },
      abi: HOLDERS_ABI,
      steps: recoverySteps(
        { boundary: hash, vaults, inherits: hasInheritances(created.contractRelease) },
        (call, args) => gateway.encode('RealmCustody', call, args)
      ),
    }
  }

  /** What the page of a kit needs beside it to show how the boundary stands. */
  look({ boundary: { hash }, steps }: RecoveryKit) {
    const inherits = steps.some(({ call }) => call === 'completeInheritance')
    return {
      ...this.#words('boundary', SHOWN_WORDS, hash),
      inheritance: inherits ? this.#words('inheritanceOf', HEIR_WORDS, hash) : null,
    }
  }

  #words(call: string, shown: readonly string[], hash: Hex) {
    const { components } = fragmentOf(call).outputs![0]!
    const names = components!.map(({ name }) => name)
    const words = Object.fromEntries(shown.map((name) => [name, names.indexOf(name)]))
    return { data: this.chain.gateway.encode('RealmCustody', call, [hash]), words }
  }
}

const { abi } = ARTIFACTS.RealmCustody

const HOLDERS_ABI = abi.filter(
  ({ type, name }) => type === 'error' || (type === 'function' && HOLDERS_FUNCTIONS.has(name!))
)

function fragmentOf(name: string): AbiFragment {
  return abi.find((fragment) => fragment.type === 'function' && fragment.name === name)!
}
