import { Logger } from '@adonisjs/core/logger'
import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import type { SqlSession } from '#app/storage/database'
import type { Address, Call, Hex } from '../core/chain_types.ts'
import { statusOf, type ChainBoundary } from '../core/boundary_view.ts'
import { WithdrawalStore, type StoredWithdrawal } from '../storage/withdrawal_store.ts'
import { WITHDRAWAL_PURPOSES } from '../core/purposes.ts'
import { isUnpayable, WITHDRAWAL_MESSAGES } from '../core/withdrawal_refusal.ts'
import { CallRefused } from './nonce_lane.ts'
import { ChooseLane } from './choose_lane.ts'
import { CustodyChain } from './custody_chain.ts'

const AT_ONCE = 100
/** How long an exit that does not fit below a cap yet is left alone: what is used of caps frees itself slowly. */
const LOOK_AGAIN_SECONDS = 60

interface WaitingExit {
  row: StoredWithdrawal
  /** Unix seconds. */
  ripeAt: number
  /** Whether its boundary was emptied with the recovery key. */
  dead: boolean
}

/**
 * Pays exits whose time has come. The contract alone knows which exit waits and until when; the
 * stored time only saves asking. A freeze or a halt delays them, the holder's word ends them, and one
 * that can never be paid is cancelled. Each is an exit of its own: none holds up another, but in a
 * pool that has one exit a boundary.
 */
@singleton()
export class ExecuteExits {
  constructor(
    private chain: CustodyChain,
    private lanes: ChooseLane,
    private store: WithdrawalStore,
    private clock: Clock,
    private log: Logger
  ) {}

  /**
   * @returns whether any may wait
   * @throws ChainUnreachable, WrongChain, RpcError: the next run goes on
   */
  async run(): Promise<boolean> {
    const { chain, store, clock } = this
    if (!(await store.hasExits())) return false
    const head = await chain.gateway.header('latest')
    if (!head) return true
    // A chain without traffic has an old head; its next block will have the time of the clock.
    const now = Math.max(head.timestamp, Math.floor(clock.nowMs() / 1000))
    const due = await store.dueExits(now, AT_ONCE)
    for (const { row, ripeAt, dead } of await this.#waiting(due, head.number)) {
      if (dead) {
        await this.#cancel(row, WITHDRAWAL_MESSAGES.cancelled)
        continue
      }
      if (row.ripeAt !== ripeAt) await store.markRipeAt(row.operationId, ripeAt)
      if (ripeAt <= now) await this.#execute(row, now)
    }
    return true
  }

  /** Those that wait on the chain as well. */
  async #waiting(rows: readonly StoredWithdrawal[], block: number): Promise<WaitingExit[]> {
    if (rows.length === 0) return []
    const { gateway } = this.chain
    const ask = (pool: Address, fn: string, id: string): Call => {
      return { contract: 'RealmCustody', to: pool, fn, args: [gateway.idHash(id)] }
    }
    const exits = rows.map(({ pool, exitSlot }) => ask(pool, 'pendingExit', exitSlot!))
    const boundaries = rows.map(({ pool, boundaryId }) => ask(pool, 'boundary', boundaryId))
    const answers = await gateway.callMany([...exits, ...boundaries], block)
    return rows.flatMap((row, index): WaitingExit[] => {
      const [exit, boundary] = [answers[index]!, answers[rows.length + index]!]
      if (!exit.ok || !boundary.ok) return []
      const { opId, ripeAt } = exit.value as unknown as { opId: Hex; ripeAt: bigint }
      if (opId !== gateway.idHash(row.operationId)) return []
      const dead = statusOf(boundary.value as unknown as ChainBoundary) === 'hard_frozen'
      return [{ row, ripeAt: Number(ripeAt), dead }]
    })
  }

  async #execute(row: StoredWithdrawal, now: number): Promise<void> {
    const { chain, store, log } = this
    const { operationId, exitSlot, pool } = row
    const { gateway, lane } = chain
    const purpose = WITHDRAWAL_PURPOSES.executeExit(operationId)
    const data = gateway.encode('RealmCustody', 'executeExit', [gateway.idHash(exitSlot!)])
    try {
      await lane.submit({ purpose, to: pool, data })
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      const about = { operationId, revert: error.revert?.name }
      if (isUnpayable(error.revert, error.executed)) {
        log.warn(about, 'an exit can never be paid and is cancelled')
        return this.#cancel(row, WITHDRAWAL_MESSAGES.unpayable)
      }
      // Frozen, halted, a block too early, or above a cap: it goes on waiting.
      log.debug(about, 'an exit cannot be executed yet')
      const freeAt = Number(error.revert?.args.ripeAt ?? 0)
      if (freeAt > now) {
        await store.markRipeAt(operationId, Math.min(freeAt, now + LOOK_AGAIN_SECONDS))
      }
    }
  }

  /**
   * Where a boundary has one exit, the contract cancels whichever that is. The row is taken in the
   * transaction that stores the call: the next exit is asked for only after this row has ended, with a
   * later nonce.
   */
  async #cancel({ operationId, exitSlot, pool }: StoredWithdrawal, message: string): Promise<void> {
    const { chain, store, log } = this
    const { gateway } = chain
    const refusal = { as: 'failed', message } as const
    const purpose = WITHDRAWAL_PURPOSES.cancelExit(operationId)
    const data = gateway.encode('RealmCustody', 'cancelExit', [gateway.idHash(exitSlot!)])
    const alongside = async (session: SqlSession) => {
      if (!(await store.markCancelling(session, operationId, refusal))) throw new ExitEnded()
    }
    try {
      const lane = await this.lanes.forPool(pool)
      await lane.submit({ purpose, to: pool, data, alongside })
    } catch (error) {
      if (!(error instanceof ExitEnded) && !(error instanceof CallRefused)) throw error
      log.debug({ operationId }, 'an exit has ended before it was cancelled')
    }
  }
}

/** Nothing was stored or sent. */
class ExitEnded extends Error {}
