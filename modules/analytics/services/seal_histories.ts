import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { journalHeads } from '#modules/ledger/index'
import { sealsOf, type Seal } from '../storage/history_store.ts'
import { SealRealm } from './seal_realm.ts'
import { ValueObjects } from './value_objects.ts'

const REALMS_AT_ONCE = 200

/**
 * Seals ended buckets in every realm that has moved since its seal, or in which an object holds a
 * position. It finds its work in the database alone: an emptied Redis costs one run, which the next
 * one makes up for.
 */
@singleton()
export class SealHistories {
  constructor(
    private database: Database,
    private realm: SealRealm,
    private values: ValueObjects
  ) {}

  /** @throws the first failure, after every realm had its turn */
  async run(): Promise<number> {
    const failures: unknown[] = []
    let stored = 0
    for await (const { realmId, seal } of this.#due()) {
      try {
        // Prices that come from outside are fetched now, so that they are there for the next
        // bucket.
        if (seal && seal.holders.size > 0) await this.values.prepare(realmId, null)
        stored += await this.realm.run(realmId)
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
    return stored
  }

  /**
   * The time to which the realm is sealed that is furthest behind.
   *
   * @returns null when no realm is behind
   */
  async furthestBehind(): Promise<number | null> {
    let behind: number | null = null
    for await (const { seal } of this.#due()) {
      if (seal) behind = Math.min(behind ?? seal.sealedSeconds, seal.sealedSeconds)
    }
    return behind
  }

  async *#due(): AsyncGenerator<{ realmId: string; seal: Seal | null }> {
    for (let last = ''; ;) {
      const heads = await journalHeads(this.database, last, REALMS_AT_ONCE)
      const ids = heads.map(({ realmId }) => realmId)
      const seals = await sealsOf(this.database, ids)
      const known = new Map(seals.map((seal) => [seal.realmId, seal]))
      for (const { realmId, seq } of heads) {
        const seal = known.get(realmId) ?? null
        if (seal?.seq === seq && seal.holders.size === 0) continue
        yield { realmId, seal }
      }
      if (heads.length < REALMS_AT_ONCE) return
      last = ids.at(-1)!
    }
  }
}
