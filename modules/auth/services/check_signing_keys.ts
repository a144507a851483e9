import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { verifySigningKey, type SigningKeyFinding } from '../core/verify_signing_key.ts'
import { SigningKeyStore } from '../storage/signing_key_store.ts'

const BATCH = 500

/** Verifies every signing key against its history, for operators and tests, not for requests. */
@singleton()
export class CheckSigningKeys {
  constructor(
    private keys: SigningKeyStore,
    private database: Database
  ) {}

  /** @returns how many keys were read, and what is wrong with them */
  async run(): Promise<{ checked: number; findings: SigningKeyFinding[] }> {
    const findings: SigningKeyFinding[] = []
    let checked = 0
    for (let afterId = ''; ;) {
      // One snapshot is read: a key that is revoked meanwhile would look tampered with.
      const batch = await this.database.snapshot((session) =>
        this.keys.histories(session, afterId, BATCH)
      )
      for (const { key, events } of batch) findings.push(...verifySigningKey(key, events))
      checked += batch.length
      if (batch.length < BATCH) break
      afterId = batch.at(-1)!.key.id
    }
    const orphans = await this.keys.orphans(BATCH)
    findings.push(...orphans.map((keyId) => ({ keyId, problem: 'has events and no key' })))
    return { checked, findings }
  }
}
