import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { keepNothing, type Keep } from '#app/http/idempotency/answer_once'
import { ServiceError, invalidField } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { Database } from '#app/storage/database'
import { auditEntry, AuditLog } from '#modules/auth/index'
import type { Address, CallResult } from '../core/chain_types.ts'
import { hasArmings } from '../core/pool_limits.ts'
import { OwnAddressStore } from '../storage/own_address_store.ts'
import { PoolStore } from '../storage/pool_store.ts'
import { RescueStore, type StoredRescue } from '../storage/rescue_store.ts'
import { isPassing } from './chain_patience.ts'
import { CheckDestination } from './check_destination.ts'
import { CustodyChain } from './custody_chain.ts'
import { asChainUnavailable } from './passing_chain_error.ts'
import { PoolPlans, type PlannedPool } from './pool_plans.ts'

export interface RescueCommand {
  realmId: string
  /** Left out: ether. */
  assetAddress?: string
  /** Base units of the asset. */
  amount: bigint
  destinationAddress: string
  /** The pool, or a deposit address of it; left out: the pool. */
  fromAddress?: string
}

/** The pool was not asked yet. */
const NOT_REQUESTED = {
  state: 'proposed',
  ripeAt: null,
  requestedBlock: null,
  judged: false,
  misfit: null,
} as const

/** Asks the admin of a pool to send what came there by mistake elsewhere; the pool makes it wait. */
@singleton()
export class AskRescue {
  constructor(
    private chain: CustodyChain,
    private pools: PoolStore,
    private plans: PoolPlans,
    private addresses: OwnAddressStore,
    private destinations: CheckDestination,
    private store: RescueStore,
    private database: Database,
    private audit: AuditLog
  ) {}

  /**
   * @throws ServiceError VALIDATION_ERROR, CONFLICT where the pool knows no rescues, CHAIN_UNAVAILABLE
   */
  async run(
    principal: Principal,
    command: RescueCommand,
    keep: Keep<StoredRescue> = keepNothing
  ): Promise<StoredRescue> {
    const { realmId, amount } = command
    this.chain.require()
    const pool = await this.#pool(realmId)
    const { destinationAddress: to } = command
    const destination = await this.destinations.checked(realmId, to, 'destinationAddress')
    const from = await this.#place(pool.address, command.fromAddress)
    const asset = command.assetAddress ? this.chain.gateway.checksum(command.assetAddress) : null
    await this.#check(pool, asset, from.place, amount)
    const id = newId('rsc')
    const rescue = {
      ...from,
      pool: pool.address,
      rescueHash: this.chain.idHash(id),
      id,
      realmId,
      asset,
      destination,
      amount,
      ...NOT_REQUESTED,
      askedBy: principal.builderId,
    }
    const details = { rescueId: id, asset, destination, amount: String(amount), from: from.place }
    const entry = auditEntry(principal, { eventType: 'rescue_proposed', realmId, details })
    return this.database.transaction(async (session) => {
      const stored = await this.store.add(session, rescue)
      await this.audit.record(session, entry)
      await keep(session, stored)
      return stored
    })
  }

  async #pool(realmId: string): Promise<PlannedPool> {
    const found = await this.pools.find(realmId)
    if (found?.state !== 'created' || !found.address) throw new ServiceError('CHAIN_UNAVAILABLE')
    const planned = await this.plans.of(found)
    if (hasArmings(planned.contractRelease)) return planned
    throw new ServiceError('CONFLICT', {
      message: 'The pool of this realm is of a release that knows no rescues.',
      next: 'Move the realm to a newer pool; what came to this one by mistake stays in it.',
      details: { realmId, contractRelease: planned.contractRelease },
    })
  }

  async #place(pool: Address, fromAddress: string | undefined) {
    const place = fromAddress ? this.chain.gateway.checksum(fromAddress) : pool
    if (place === pool) return { place, boundaryHash: null, refHash: null }
    const deposit = await this.addresses.depositAt(pool, place)
    if (deposit) {
      const boundaryHash = this.chain.idHash(deposit.boundaryId)
      return { place, boundaryHash, refHash: deposit.refHash }
    }
    const message = 'The address is neither the pool of the realm nor a deposit address of it.'
    throw invalidField('fromAddress', 'own_address', message)
  }

  /** What is the pool's own is nobody's mistake, under whichever address its token is known too. */
  async #check(
    { address: pool, token }: PlannedPool,
    asset: Address | null,
    place: Address,
    amount: bigint
  ): Promise<void> {
    const { gateway } = this.chain
    const own = () =>
      invalidField(
        'assetAddress',
        'foreign_asset',
        'This is the pool’s own token: give it to a boundary.'
      )
    if (asset === token) throw own()
    try {
      const held = asset === null ? await gateway.balance(place) : await this.#held(asset, place)
      if (held === null) {
        throw invalidField('assetAddress', 'token', 'No token answers at this address.')
      }
      if (asset !== null && (await this.#isSame(asset, token, pool))) throw own()
      if (held < amount) {
        const message = `Only ${held} base units of it lie at ${place}.`
        throw invalidField('amount', 'available', message)
      }
    } catch (error) {
      throw asChainUnavailable(error)
    }
  }

  async #held(token: Address, place: Address): Promise<bigint | null> {
    const [held] = await this.#ask(token, [['balanceOf', [place]]])
    return held?.ok ? (held.value as bigint) : null
  }

  /** A token with two addresses says the same at both. */
  async #isSame(asset: Address, token: Address, pool: Address): Promise<boolean> {
    const calls = [
      ['totalSupply', []],
      ['balanceOf', [pool]],
    ] as const
    const [one, other] = await Promise.all([this.#ask(asset, calls), this.#ask(token, calls)])
    return one.every((answer, at) => answer.ok && sameAnswer(answer, other[at]!))
  }

  /** Of any contract: what it answers may be anything. */
  async #ask(
    to: Address,
    calls: readonly (readonly [fn: string, args: readonly string[]])[]
  ): Promise<CallResult[]> {
    const { gateway } = this.chain
    const asked = calls.map(([fn, args]) => ({ contract: 'TestUSD' as const, to, fn, args }))
    const head = await gateway.head()
    try {
      return await gateway.callMany(asked, head)
    } catch (error) {
      if (isPassing(error)) throw error
      return calls.map(() => ({ ok: false, revert: null }))
    }
  }
}

function sameAnswer(one: CallResult, other: CallResult): boolean {
  return one.ok && other.ok && one.value === other.value
}
