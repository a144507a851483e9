import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader, type SqlSession } from '#app/storage/database'
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
    const { opHash, operationId, realmId, objectId, rail } = move
    await this.database.transaction((session) =>
      session.write(
        `INSERT IGNORE INTO custody_vault_moves
           (op_hash, operation_id, realm_id, object_id, rail, created_at) VALUES (?, ?, ?, ?, ?, ?)`,
        [opHash, operationId, realmId, objectId, rail, this.#now()]
      )
    )
    return (await this.#refusal(opHash)) ?? null
  }

  /** The first reason stays. */
  async giveUp(opHash: Hex, refusal: VaultRefusal): Promise<void> {
    await this.database.transaction((session) =>
      session.write(
        'UPDATE custody_vault_moves SET refusal = ? WHERE op_hash = ? AND refusal IS NULL',
        [refusal, opHash]
      )
    )
  }

  async refusalOf(opHash: Hex): Promise<VaultRefusal | null> {
    return (await this.#refusal(opHash)) ?? null
  }

  /** Those of some ids of the chain that somebody waits for. */
  async waiting(
    session: SqlReader,
    opHashes: readonly string[]
  ): Promise<{ operationId: string; rail: string }[]> {
    if (opHashes.length === 0) return []
    const rows = await session.read<{ operation_id: string; rail: string }>(
      'SELECT operation_id, rail FROM custody_vault_moves WHERE op_hash IN (?)',
      [opHashes]
    )
    return rows.map((row) => ({ operationId: row.operation_id, rail: row.rail }))
  }

  /** What was begun last for an operation or an object. */
  async result(purpose: string): Promise<VaultResult | null> {
    return this.database.withSession((session) => this.#newest(session, purpose))
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
      await this.#save(session, { purpose, realmId, number, delta })
      return { number, delta }
    })
  }

  async #newest(session: SqlReader, purpose: string): Promise<VaultResult | null> {
    const [row] = await session.read<{ number: string | number; delta: string }>(
      'SELECT number, delta FROM custody_vault_results WHERE purpose = ?',
      [purpose]
    )
    return row ? { number: Number(row.number), delta: BigInt(row.delta) } : null
  }

  async #save(
    session: SqlSession,
    { purpose, realmId, number, delta }: VaultResult & { purpose: string; realmId: string }
  ): Promise<void> {
    await session.write(
      `INSERT INTO custody_vault_results (purpose, realm_id, number, delta, updated_at)
       VALUES (?, ?, ?, ?, ?)
       ON DUPLICATE KEY UPDATE number = VALUES(number), delta = VALUES(delta),
         updated_at = VALUES(updated_at)`,
      [purpose, realmId, number, delta.toString(), this.#now()]
    )
  }

  async #refusal(opHash: Hex): Promise<VaultRefusal | null | undefined> {
    const [row] = await this.database.read<{ refusal: VaultRefusal | null }>(
      'SELECT refusal FROM custody_vault_moves WHERE op_hash = ?',
      [opHash]
    )
    return row?.refusal
  }

  #now(): string {
    return toSqlDatetime(this.clock.nowMicros())
  }
}
