import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { ChainUnreachable } from '../chain/errors.ts'
import { SigningRefused } from '../chain/signer.ts'
import { rescueMisfit, type ChainRescue, type Rescue } from '../core/rescue.ts'
import { RescueStore } from '../storage/rescue_store.ts'
import { CallAsRole, NobodyMay } from './call_as_role.ts'
import { isPassing } from './chain_patience.ts'
import { CustodyChain } from './custody_chain.ts'
import { CallRefused } from './nonce_lane.ts'

/** Halts wait meanwhile, and whoever has an admin's key asks for as many rescues as a block holds. */
const AT_ONCE = 16
/** A rescue waits for a day at least: a key that may cancel it is named in time, and nothing is kept awake meanwhile. */
const REST_MS = 10 * 60_000

/**
 * Compares what pools were asked for with what was asked for here: asset, destination, amount, place and delay. What
 * differs, or nobody here has asked for, is cancelled by a guardian while it waits: whoever stole the admin's key has
 * asked for it, or an admin who goes past the service and asks again through it.
 */
@singleton()
export class DoubtRescues {
  /** A page per run, in turns: those whose cancelling is not final yet hold up no other. */
  #after: Rescue | null = null

  constructor(
    private chain: CustodyChain,
    private store: RescueStore,
    private call: CallAsRole,
    private log: Logger
  ) {}

  /** @returns whether any is in doubt that does not rest */
  async run(): Promise<boolean> {
    if (!this.chain.configured) return false
    const before = this.#after
    const doubted = await this.store.doubted(before, AT_ONCE)
    this.#after = doubted.length === AT_ONCE ? doubted.at(-1)! : null
    await Promise.all(doubted.map((rescue) => this.#tryToJudge(rescue)))
    return doubted.length > 0 || before !== null
  }

  async #tryToJudge(rescue: Rescue): Promise<void> {
    const { pool, rescueHash } = rescue
    try {
      const misfit = rescue.judged ? rescue.misfit : await this.#misfit(rescue)
      if (!rescue.judged) await this.store.judge(pool, rescueHash, misfit)
      if (misfit === null) return
      if (!rescue.judged) {
        const { realmId, asset, destination } = rescue
        const about = { realmId, pool, rescueHash, asset, destination, misfit }
        this.log.error(about, 'a pool was asked for a rescue that nobody here has asked for so')
      }
      const purpose = `cancel-rescue:${rescueHash}`
      await this.call.run({ purpose, pool, fn: 'cancelRescue', args: [rescueHash] })
    } catch (error) {
      // It has ended, and the event that says so is not final.
      if (error instanceof CallRefused && error.revert?.name === 'NoRescuePending') return
      const isOwn = [CallRefused, SigningRefused, NobodyMay].some((kind) => error instanceof kind)
      if (!isPassing(error) && !isOwn) throw error
      const about = { pool, rescueHash, reason: (error as Error).message }
      if (!isOwn) return this.log.warn(about, 'a rescue in doubt still waits in a pool')
      this.log.error(about, 'no key of this service cancels a rescue in doubt')
      await this.store.rest(pool, rescueHash, REST_MS)
    }
  }

  async #misfit(rescue: Rescue) {
    const { gateway } = this.chain
    const { pool, rescueHash, requestedBlock } = rescue
    const ask = (fn: string, args: string[] = []) =>
      gateway.call({ contract: 'RealmCustody', to: pool, fn, args }, 'latest')
    const found = (await ask('rescueOf', [rescueHash])) as unknown as ChainRescue
    const safetyDelay = Number(await ask('safetyDelay'))
    const header = await gateway.header(requestedBlock!)
    if (!header) throw new ChainUnreachable('the node does not show the block of an event')
    // Ended meanwhile: its delay is over, or nothing goes by it.
    const ripeAt = found.ripeAt === 0n ? BigInt(rescue.ripeAt!) : found.ripeAt
    return rescueMisfit(rescue, { ...found, ripeAt }, header.timestamp, safetyDelay)
  }
}
