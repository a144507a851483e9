import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import type { Address, Call } from '../core/chain_types.ts'
import type { AdminCall } from '../core/pool_roles.ts'
import { structOf, type ChainRescue, type Rescue } from '../core/rescue.ts'
import { CUSTODY_LIMITS } from '../limits.ts'
import { RescueStore, type StoredRescue } from '../storage/rescue_store.ts'
import { CustodyChain } from './custody_chain.ts'

/** How far a rescue is: as it is stored, or what time has made of it. */
export type ShownRescueState = Rescue['state'] | 'lapsed' | 'ripe'

/** How far rescues are, and what the admin of their pool has to do about them. */
@singleton()
export class ReadRescues {
  constructor(
    private chain: CustodyChain,
    private store: RescueStore,
    private clock: Clock
  ) {}

  /** Newest first. */
  async ofRealm(realmId: string): Promise<(StoredRescue & { shown: ShownRescueState })[]> {
    this.chain.require()
    const found = await this.store.ofRealm(realmId)
    return found.map((rescue) => ({ ...rescue, shown: this.shown(rescue) }))
  }

  shown(
    { state, createdAt, ripeAt, misfit }: StoredRescue,
    nowMs = this.clock.nowMs()
  ): ShownRescueState {
    if (state === 'proposed') return createdAt < this.#since ? 'lapsed' : 'proposed'
    const isRipe = ripeAt !== null && ripeAt * 1_000 <= nowMs
    return state === 'waiting' && misfit === null && isRipe ? 'ripe' : state
  }

  /**
   * By the newest block: what the pool was asked for is not proposed again, though that is not final.
   *
   * @throws ChainUnreachable, WrongChain, RpcError
   */
  async proposals(pool: Address, halted: boolean): Promise<AdminCall[]> {
    const open = await this.store.openOf(pool, this.#since)
    if (open.length === 0) return []
    const { gateway } = this.chain
    const calls = open.map((rescue): Call => {
      return { contract: 'RealmCustody', to: pool, fn: 'rescueOf', args: [rescue.rescueHash] }
    })
    const answers = await gateway.callMany(calls, await gateway.head())
    const block = await gateway.header('latest')
    const nowMs = Math.max(this.clock.nowMs(), (block?.timestamp ?? 0) * 1_000)
    return open.flatMap((rescue, at): AdminCall[] => {
      const answer = answers[at]!
      if (!answer.ok) return []
      const { amount, ripeAt } = answer.value as unknown as ChainRescue
      const { rescueHash, id } = rescue
      if (rescue.state === 'proposed') {
        const why = `${id} sends what came by mistake elsewhere, after its delay.`
        return amount === 0n
          ? [{ fn: 'requestRescue', args: [rescueHash, structOf(rescue)], why }]
          : []
      }
      if (ripeAt === 0n) return []
      if (rescue.misfit !== null) {
        const why = `Nobody of this service has asked for this rescue so (${rescue.misfit}).`
        return [{ fn: 'cancelRescue', args: [rescueHash], why }]
      }
      const isRipe = rescue.judged && this.shown(rescue, nowMs) === 'ripe'
      if (!isRipe || halted) return []
      const why = `The delay of ${id} is over: anybody may send it.`
      return [{ fn: 'executeRescue', args: [rescueHash], why }]
    })
  }

  get #since() {
    return this.clock.nowMicros() - CUSTODY_LIMITS.rescueProposedMs * 1_000
  }
}
