import type { Clock } from '#app/clock/clock'
import { failpoint } from '#app/failpoints/failpoint'
import { ServiceError } from '#app/http/errors/service_error'
import { LIMITS } from '#app/limits'
import { closeRealm } from '#modules/ledger/services/delete_realm'
import type { FinishDeletion } from '#modules/ledger/services/finish_deletion'
import type { Poster } from '#modules/ledger/services/poster/poster'
import type { RealmDirectory } from '#modules/ledger/services/realm_directory'
import type { DeletionReader, DueRealm } from '#modules/ledger/storage/deletion_reader'

const REAPER = { type: 'system', id: 'reaper' }

/** Ends what has outlived its time: temporary realms, and deletions that nobody finishes. */
export class Reap {
  constructor(
    private reader: DeletionReader,
    private realms: RealmDirectory,
    private deletions: FinishDeletion,
    private poster: Poster,
    private clock: Clock
  ) {}

  /**
   * Safe to run twice and at the same time: each ending is one posting, and a run that dies leaves
   * the rest to the next one.
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
    const due = this.clock.nowMicros() - LIMITS.temporaryRealmMs * 1000
    let closed = 0
    let last: DueRealm | null = null
    for (;;) {
      const batch: DueRealm[] = await this.reader.temporaryRealms(due, last, LIMITS.reaperBatch)
      for (const realm of batch) {
        if (await this.#close(realm, failures)) closed++
      }
      last = batch.at(-1) ?? null
      if (batch.length < LIMITS.reaperBatch) return closed
    }
  }

  async #close(realm: DueRealm, failures: unknown[]): Promise<boolean> {
    try {
      await closeRealm(this.poster, realm, REAPER)
      this.realms.forget(realm.id)
      await failpoint('reaper.closed')
      return true
    } catch (error) {
      // With real money in it a realm stays until that is gone; a closed one needs no second end.
      const settled = ['REALM_NOT_EMPTY', 'NOT_FOUND']
      if (!(error instanceof ServiceError && settled.includes(error.code))) failures.push(error)
      return false
    }
  }

  /** The workflow ends itself; this finds what a lost job or an absent module left blocked. */
  async #endDeletions(failures: unknown[]): Promise<number> {
    const late = this.clock.nowMicros() - LIMITS.objectDeletionMs * 1000
    let ended = 0
    for (;;) {
      const batch = await this.reader.begunBefore(late, LIMITS.reaperBatch)
      let progress = 0
      for (const { operationId } of batch) {
        await this.deletions.run(operationId).then(
          () => progress++,
          (error: unknown) => failures.push(error)
        )
      }
      ended += progress
      // One that cannot be ended would be found again at once.
      if (batch.length < LIMITS.reaperBatch || progress === 0) return ended
    }
  }
}
