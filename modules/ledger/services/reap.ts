import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { AuditLog } from '#modules/auth/index'
import { failpoint } from '../failpoints.ts'
import { LEDGER_LIMITS } from '../limits.ts'
import { recorded } from './recorded.ts'
import { closeRealm } from './delete_realm.ts'
import { GiveUpMovement } from './give_up_movement.ts'
import { FinishDeletion } from './finish_deletion.ts'
import { Poster } from './poster/poster.ts'
import { RealmDirectory } from './realm_directory.ts'
import { DeletionReader, type DueRealm, type PendingDeletion } from '../storage/deletion_reader.ts'

const REAPER = { type: 'system', id: 'reaper' }

/** Ends what has outlived its time: temporary realms, and deletions that no worker finishes. */
@singleton()
export class Reap {
  constructor(
    private reader: DeletionReader,
    private realms: RealmDirectory,
    private deletions: FinishDeletion,
    private giveUp: GiveUpMovement,
    private poster: Poster,
    private audit: AuditLog,
    private clock: Clock
  ) {}

  /**
   * Runs may repeat and overlap: each ending is one posting, and a run that dies leaves the rest to
   * the next one.
   *
   * @throws the first failure, after everything due had its turn
   */
  async run(): Promise<{ realms: number; deletions: number }> {
    const failures: unknown[] = []
    const ended = {
      realms: await this.#closeRealms(failures),
      deletions: await this.#endDeletions(failures),
    }
    if (failures.length > 0) throw failures[0]
    return ended
  }

  async #closeRealms(failures: unknown[]): Promise<number> {
    const due = this.clock.nowMicros() - LEDGER_LIMITS.temporaryRealmMs * 1000
    let closed = 0
    let last: DueRealm | null = null
    for (;;) {
      const batch: DueRealm[] = await this.reader.temporaryRealms(
        due,
        last,
        LEDGER_LIMITS.reaperBatch
      )
      for (const realm of batch) {
        if (await this.#close(realm, failures)) closed++
      }
      last = batch.at(-1) ?? null
      if (batch.length < LEDGER_LIMITS.reaperBatch) return closed
    }
  }

  async #close(realm: DueRealm, failures: unknown[]): Promise<boolean> {
    try {
      const { id: realmId, orgId, name } = realm
      const details = { name, lifecycle: 'temporary' }
      const record = { eventType: 'realm_deleted' as const, realmId, details }
      const leaving = recorded(this.audit, { system: REAPER.id, orgId }, record)
      await closeRealm(this.poster, realm, REAPER, leaving)
      this.realms.forget(realm.id)
      await failpoint('reaper.closed')
      return true
    } catch (error) {
      // A realm with real money in it stays open until the money is gone; a realm that is closed
      // already is done.
      const settled = ['REALM_NOT_EMPTY', 'NOT_FOUND']
      if (!(error instanceof ServiceError && settled.includes(error.code))) failures.push(error)
      return false
    }
  }

  /**
   * The deletion workflow ends itself. This finds deletions that a lost job or an absent module
   * left blocked. A deletion whose sweep a rail carries is given up: it ends when the rail says
   * that nothing moves any more.
   */
  async #endDeletions(failures: unknown[]): Promise<number> {
    const late = this.clock.nowMicros() - LEDGER_LIMITS.objectDeletionMs * 1000
    let ended = 0
    let last: PendingDeletion | null = null
    for (;;) {
      const batch: PendingDeletion[] = await this.reader.begunBefore(
        late,
        last,
        LEDGER_LIMITS.reaperBatch
      )
      for (const deletion of batch) {
        if (await this.#endDeletion(deletion, failures)) ended++
      }
      // The next batch starts behind this one, so that deletions that have to wait hold up none of
      // the others.
      last = batch.at(-1) ?? null
      if (batch.length < LEDGER_LIMITS.reaperBatch) return ended
    }
  }

  async #endDeletion({ operationId, held }: PendingDeletion, failures: unknown[]) {
    try {
      if (!held) return (await this.deletions.run(operationId)) === 'ended'
      await this.giveUp.run(operationId)
    } catch (error) {
      failures.push(error)
    }
    return false
  }
}
