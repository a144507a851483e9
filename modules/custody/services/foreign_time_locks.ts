import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { ChainUnreachable, RpcError } from '../chain/errors.ts'
import type { Address, Hex } from '../core/chain_types.ts'
import type { PoolEvent } from '../core/pool_event.ts'
import { PoolEventStore } from '../storage/pool_event_store.ts'
import { PoolRoleStore } from '../storage/pool_role_store.ts'
import { isPassing } from './chain_patience.ts'
import { CustodyChain } from './custody_chain.ts'
import { OrderedEvents } from './ordered_events.ts'

/** `REVOCATION_WINDOW` of the contract. */
const REVOCATION_WINDOW_MICROS = 48 * 3_600 * 1_000_000

/** Longer time locks that an operator's key set and nobody here ordered: they take a boundary hostage. */
@singleton()
export class ForeignTimeLocks {
  constructor(
    private chain: CustodyChain,
    private events: PoolEventStore,
    private ordered: OrderedEvents,
    private roles: PoolRoleStore,
    private clock: Clock
  ) {}

  /**
   * Those of a pool of release 3 that a guardian can still set back. A pool that does not answer counts as one
   * where all of them wait.
   */
  async revocable(pool: Address): Promise<PoolEvent[]> {
    const since = this.clock.nowMicros() - REVOCATION_WINDOW_MICROS
    const changed = await this.events.newestTimeLocks(pool, since)
    const foreign = await this.ordered.foreign(changed.filter(isLonger))
    const found: PoolEvent[] = []
    for (const event of foreign) if (await this.#isRevocable(event)) found.push(event)
    return found
  }

  /**
   * Whether an operator made a time lock longer, and not the holder of the recovery key. The event does not say;
   * but an operator is an account with a key, so its call is the transaction itself.
   *
   * @throws ChainUnreachable while the node does not show the transaction
   */
  async isByOperator(event: PoolEvent): Promise<boolean> {
    if (!isLonger(event)) return false
    const { pool, transactionHash } = event
    const [sent] = await this.chain.gateway.transactions([transactionHash])
    if (!sent) throw new ChainUnreachable('the node does not show the transaction of an event')
    const given = await this.roles.given(pool)
    const named = given.filter(({ role }) => role === 'operator').map(({ account }) => account)
    return [...this.chain.planned.operators, ...named].includes(sent.from)
  }

  /** The pool forgets a longer time lock when its holder sets one, and when its time is over. */
  async #isRevocable({ pool, args }: PoolEvent): Promise<boolean> {
    const { gateway } = this.chain
    const data = gateway.encode('RealmCustody', 'revokeTimeLock', [args.boundaryId as Hex])
    try {
      const ask = { contract: 'RealmCustody', to: pool, fn: 'admin' } as const
      const from = (await gateway.call(ask, 'latest')) as Address
      await gateway.ethCall({ from, to: pool, data }, 'latest')
      return true
    } catch (error) {
      if (error instanceof RpcError) {
        return gateway.decodeRevert(error.data)?.name !== 'NoTimeLockToRevoke'
      }
      if (isPassing(error)) return true
      throw error
    }
  }
}

function isLonger({ name, args }: PoolEvent): boolean {
  return name === 'TimeLockChanged' && BigInt(String(args.timeLock)) > BigInt(String(args.previous))
}
