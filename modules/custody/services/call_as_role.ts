import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { SignerUnreachable, SigningRefused } from '../chain/signer.ts'
import type { Address, ChainValue } from '../core/chain_types.ts'
import type { PoolRoles } from '../core/pool_roles.ts'
import type { Intent } from './choose_gas.ts'
import { CustodyChain } from './custody_chain.ts'
import { FeesAboveCap, NonceLaneFull, NotFinalYet, type NonceLane } from './nonce_lane.ts'
import { PoolAuthority } from './pool_authority.ts'

type Role = 'guardian' | 'operator' | 'admin'

/** Who may make a call, in the order in which they are asked: guardians first, whose lane nothing else is in. */
const MAY = {
  halt: ['guardian', 'operator', 'admin'],
  cancelExit: ['guardian', 'operator', 'admin'],
  cancelRecoveryKey: ['guardian', 'admin'],
  cancelCosigner: ['guardian', 'admin'],
  cancelRescue: ['guardian', 'admin'],
  revokeTimeLock: ['guardian', 'admin'],
  proposeInheritance: ['guardian'],
  refuseInheritance: ['guardian', 'admin'],
  resume: ['admin'],
  setOperator: ['admin'],
  setSettler: ['admin'],
  setGuardian: ['admin'],
} as const satisfies Record<string, readonly Role[]>

export type RoleCall = keyof typeof MAY

/** See `Intent`. */
export interface WantedCall extends Pick<Intent, 'purpose' | 'alongside'> {
  pool: Address
  fn: RoleCall
  args?: readonly ChainValue[]
}

const FINAL_WITHIN_MS = 5_000

/** None of the accounts that the service signs for may make a call on a pool. */
export class NobodyMay extends Error {
  constructor(
    readonly pool: Address,
    readonly fn: RoleCall
  ) {
    super(`No account of this service may call ${fn} on the pool ${pool}`)
    this.name = 'NobodyMay'
  }
}

/**
 * Calls that take a role on a pool, by an account that the pool itself gives it to: a pool from before a
 * key was replaced names the key of then. Where the first of them cannot sign or pay, the next one does
 * it.
 */
@singleton()
export class CallAsRole {
  constructor(
    private chain: CustodyChain,
    private authority: PoolAuthority,
    private log: Logger
  ) {}

  /** @throws ChainUnreachable, WrongChain, RpcError, NoContract */
  async lanesFor(pool: Address, fn: RoleCall): Promise<NonceLane[]> {
    return this.among(await this.authority.of(pool), fn)
  }

  among({ admin, operators, guardians }: PoolRoles, fn: RoleCall): NonceLane[] {
    const { emergency, operatorLanes } = this.chain
    const holders = { admin: [admin], operators, guardians }
    const found = MAY[fn].flatMap((role: Role) => {
      if (role === 'guardian') {
        return emergency && holders.guardians.includes(emergency.address) ? [emergency] : []
      }
      const accounts = role === 'admin' ? holders.admin : holders.operators
      return operatorLanes.filter(({ address }) => accounts.includes(address))
    })
    return [...new Set(found)]
  }

  /**
   * Returns once it is final.
   *
   * @throws NobodyMay, CallRefused when the pool refuses it, NotFinalYet
   * @throws SignerUnreachable, SigningRefused, FeesAboveCap, NonceLaneFull when no account could do it
   */
  async run({ purpose, pool, fn, args = [], alongside }: WantedCall): Promise<void> {
    const lanes = await this.lanesFor(pool, fn)
    const data = this.chain.gateway.encode('RealmCustody', fn, args)
    let failure: Error = new NobodyMay(pool, fn)
    for (const lane of lanes) {
      try {
        return await this.#by(lane, { purpose, to: pool, data, urgent: true, alongside })
      } catch (error) {
        if (!isAboutTheAccount(error)) throw error
        const about = { purpose, account: lane.address, reason: error.message }
        this.log.error(about, 'an account of a role cannot act; the next one is asked')
        failure = error
      }
    }
    throw failure
  }

  async #by(lane: NonceLane, intent: Intent): Promise<void> {
    const transaction = await lane.submit(intent)
    const settled = await lane.awaitFinal(transaction, FINAL_WITHIN_MS).catch(async (error) => {
      if (!(error instanceof NotFinalYet)) throw error
      const hashes = await lane.transactions.hashesOf(transaction.id)
      if (hashes.length > 0) throw error
      throw new SignerUnreachable(lane.address, 'no process has signed it')
    })
    // A thief who uses its nonce, or too little gas, has kept it from happening: it is sent again.
    if (settled !== 'succeeded') throw new NotFinalYet(intent.purpose)
  }
}

function isAboutTheAccount(error: unknown): error is Error {
  return [SignerUnreachable, SigningRefused, FeesAboveCap, NonceLaneFull].some(
    (kind) => error instanceof kind
  )
}
