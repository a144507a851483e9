import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import { Database, type SqlSession } from '#app/storage/database'
import { activateIfDue, type SigningKey } from '../core/signing_key.ts'
import { SigningKeyStore } from '../storage/signing_key_store.ts'

const BATCH = 100

/**
 * Records that keys have become active. Time alone activates them. A service that uses a key, or
 * reads its history, before the job has run records the activation first, so that all of them
 * agree.
 */
@singleton()
export class ActivateSigningKeys {
  constructor(
    private keys: SigningKeyStore,
    private database: Database,
    private clock: Clock
  ) {}

  /** @returns how many activations were recorded */
  async run(): Promise<number> {
    let recorded = 0
    for (;;) {
      const due = await this.keys.due(this.clock.nowMicros(), BATCH)
      for (const id of due) await this.record(id)
      recorded += due.length
      if (due.length < BATCH) return recorded
    }
  }

  /** The key, after its activation was recorded if that was due. */
  async current(key: SigningKey): Promise<SigningKey> {
    const { activationDue } = key
    if (activationDue === null || activationDue > this.clock.nowMicros()) return key
    return (await this.record(key.id)) ?? key
  }

  /** @returns the key; null when there is none */
  record(id: string): Promise<SigningKey | null> {
    return this.database.transaction((session) => this.lock(session, id))
  }

  /**
   * Locks a key and records its activation if that is due, in the transaction of another change.
   */
  async lock(session: SqlSession, id: string): Promise<SigningKey | null> {
    const key = await this.keys.lock(session, id)
    if (key === null) return null
    const change = activateIfDue(key, this.clock.nowMicros(), () => newId('ske'))
    if (change === null) return key
    await this.keys.save(session, change)
    return change.key
  }
}
