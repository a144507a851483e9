import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { inParts } from '#app/storage/row_parts'
import { SigningRefused } from '../chain/signer.ts'
import { HaltStore } from '../storage/halt_store.ts'
import { CallAsRole, NobodyMay } from './call_as_role.ts'
import { isPassing } from './chain_patience.ts'
import { cancelsOf, ForeignClaims, type CancelCall, type ForeignClaim } from './foreign_claims.ts'
import { CallRefused } from './nonce_lane.ts'

const REALMS_AT_ONCE = 16

/** Takes back what a thief has left to wait in the pools of halted realms, so that they can go on without it. */
@singleton()
export class CancelForeignClaims {
  constructor(
    private halts: HaltStore,
    private claims: ForeignClaims,
    private call: CallAsRole,
    private log: Logger
  ) {}

  /** @returns whether any waits */
  async run(): Promise<boolean> {
    const halted = (await this.halts.active()).filter(({ type }) => type === 'all_flows')
    let found = false
    for (const some of inParts(halted, REALMS_AT_ONCE)) {
      const claims = await Promise.all(some.map(({ realmId }) => this.claims.of(realmId)))
      await Promise.all(claims.flat().map((claim) => this.#cancel(claim)))
      found ||= claims.flat().length > 0
    }
    return found
  }

  /** What keeps the claim comes first, all at once: a time lock is set back within 48 hours, or stays. */
  async #cancel(claim: ForeignClaim): Promise<void> {
    const cancels = cancelsOf(claim)
    const last = cancels.pop()!
    await Promise.all(cancels.map((cancel) => this.#tryTo(cancel, claim)))
    await this.#tryTo(last, claim)
  }

  async #tryTo(cancel: CancelCall, claim: ForeignClaim): Promise<void> {
    try {
      await this.call.run({ pool: claim.pool, ...cancel })
    } catch (error) {
      // It is gone already, and the event that says so is not final.
      if (
        error instanceof CallRefused &&
        /^No(Exit|RecoveryKey|Cosigner|Inheritance)Pending$|^NoTimeLockToRevoke$/.test(
          error.revert?.name ?? ''
        )
      )
        return
      const isOwn = [CallRefused, SigningRefused, NobodyMay].some((kind) => error instanceof kind)
      if (!isPassing(error) && !isOwn) throw error
      this.log.error(
        { claim, reason: (error as Error).message },
        'what nobody here ordered still waits in a pool'
      )
    }
  }
}
