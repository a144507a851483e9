import { Clock, type Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader } from '#app/storage/database'
import { count, integer, Table, text, time } from '#app/storage/table'
import type { Hex } from '../core/chain_types.ts'
import type { VaultRefusal } from '../core/vault_refusal.ts'
import { SettlementStore } from './settlement_store.ts'

export interface VaultMove {
  opHash: Hex
  operationId: string
  realmId: string
  objectId: string
  /** Who waits for it. */
  rail: string
}

/** A settlement of a vault with the house. Base units, positive for what the vault gets. */
export interface VaultResult {
  number: number
  delta: bigint
}

const MOVES = new Table<VaultMove & { refusal: VaultRefusal | null }>('custody_vault_moves', {
  opHash: text(),
  operationId: text(),
  realmId: text(),
  objectId: text(),
  rail: text(),
  refusal: text(),
})

interface StoredResult extends VaultResult {
  purpose: string
  realmId: string
  updatedAt: Micros
}

const RESULTS = new Table<StoredResult>('custody_vault_results', {
  purpose: text(),
  realmId: text(),
  number: count(),
  delta: integer(),
  updatedAt: time(),
})

/** Transfers into and out of vaults, and what was settled for them. */
@singleton()
export class VaultMoveStore {
  constructor(
    private database: Database,
    private clock: Clock,
    private settlements: SettlementStore
  ) {}

  /** @returns why it is being given up; null when it is not */
  async open(move: VaultMove): Promise<VaultRefusal | null> {
    const known = await this.#refusal(move.opHash)
    if (known !== undefined) return known
    const also = { created_at: toSqlDatetime(this.clock.nowMicros()) }
    await this.database.transaction((session) =>
      MOVES.insertNew(session, { ...move, refusal: null }, also)
    )
    return (await this.#refusal(move.opHash)) ?? null
  }

  /** The first reason stays. */
  async giveUp(opHash: Hex, refusal: VaultRefusal): Promise<void> {
    const where = 'WHERE op_hash = ? AND refusal IS NULL'
    await this.database.transaction((session) =>
      MOVES.update(session, { refusal }, where, [opHash])
    )
  }

  async refusalOf(opHash: Hex): Promise<VaultRefusal | null> {
    return (await this.#refusal(opHash)) ?? null
  }

  /** Those of some ids of the chain that somebody waits for. */
  async waiting(session: SqlReader, opHashes: readonly string[]): Promise<VaultMove[]> {
    if (opHashes.length === 0) return []
    return MOVES.all(session, 'WHERE op_hash IN (?)', [opHashes])
  }

  /** What was begun last for an operation or an object. */
  result(purpose: string): Promise<VaultResult | null> {
    return this.#newest(this.database, purpose)
  }

  /**
   * Takes a number of the pool for another settlement; stored before anything is sent.
   *
   * @param begun.after the newest one its caller has seen
   * @returns null when another worker was faster
   */
  async beginResult(begun: {
    purpose: string
    realmId: string
    delta: bigint
    after: number | null
  }): Promise<VaultResult | null> {
    const { purpose, realmId, delta, after } = begun
    return this.database.transaction(async (session) => {
      // Locks the pool, so that whoever else begins one of this realm waits, and then sees ours.
      const number = await this.settlements.take(session, realmId, 1)
      const newest = await this.#newest(session, purpose)
      if ((newest?.number ?? null) !== after) return null
      const result = { purpose, realmId, number, delta, updatedAt: this.clock.nowMicros() }
      await RESULTS.insert(session, result, {}, RESULTS.overwriting)
      return { number, delta }
    })
  }

  #newest(reader: SqlReader, purpose: string): Promise<VaultResult | null> {
    return RESULTS.first(reader, 'WHERE purpose = ?', [purpose])
  }

  async #refusal(opHash: Hex): Promise<VaultRefusal | null | undefined> {
    return (await MOVES.first(this.database, 'WHERE op_hash = ?', [opHash]))?.refusal
  }
}
