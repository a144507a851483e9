import { Encryption } from '@adonisjs/core/encryption'
import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import type { Reply } from '#app/http/envelope'
import { LIMITS } from '#app/limits'
import { Database, type SqlSession } from '#app/storage/database'
import { unlessTaken } from '#app/storage/database_errors'
import { purgeRows } from '#app/storage/purge_rows'

const PURPOSE = 'kept-answer'

/** A use of a key by its owner. */
export interface Claim {
  /** SHA-256 over organization, owner, realm and key. */
  id: Buffer
  /** `POST /api/v1/realms` */
  route: string
  /** SHA-256 over route and inputs. */
  inputs: Buffer
}

export interface KeptAnswer {
  route: string
  inputs: Buffer
  /** null while it was not stored, or when it was sealed with a key that is no longer known. */
  reply: Reply | null
}

/** An equal request has created what was asked for, so this transaction must not. */
export class KeyTaken extends Error {}

/**
 * The answers to requests that had an `Idempotency-Key` and made no operation. They are sealed,
 * because an answer may hold a secret that is shown once.
 */
@singleton()
export class KeptAnswers {
  constructor(
    private database: Database,
    private box: Encryption,
    private clock: Clock
  ) {}

  async find({ id }: Claim): Promise<KeptAnswer | null> {
    const [row] = await this.database.read<{
      route: string
      inputs: Buffer
      answer: string | null
    }>('SELECT route, inputs, answer FROM kept_answers WHERE id = ?', [id])
    if (!row) return null
    const { route, inputs, answer } = row
    return { route, inputs, reply: answer === null ? null : this.box.decrypt(answer, PURPOSE) }
  }

  /**
   * @param writer the transaction of what was created. Another transaction that creates the same
   *   waits here until it is known whether this one commits
   * @param reply null when it is known only afterwards (`complete`)
   * @throws KeyTaken
   */
  async add(
    writer: Pick<SqlSession, 'write'>,
    { id, route, inputs }: Claim,
    reply: Reply | null
  ): Promise<void> {
    const now = toSqlDatetime(this.clock.nowMicros())
    const kept = writer.write(
      'INSERT INTO kept_answers (id, route, inputs, answer, created_at) VALUES (?, ?, ?, ?, ?)',
      [id, route, inputs, reply && this.#sealed(reply), now]
    )
    if (!(await unlessTaken(kept))) throw new KeyTaken()
  }

  async complete({ id }: Claim, reply: Reply): Promise<void> {
    await this.database.write('UPDATE kept_answers SET answer = ? WHERE id = ?', [
      this.#sealed(reply),
      id,
    ])
  }

  /**
   * Deletes old answers, in small statements.
   *
   * @returns how many were deleted
   */
  purge(): Promise<number> {
    const before = this.clock.nowMicros() - LIMITS.keptAnswerSeconds * 1_000_000
    const old = 'kept_answers WHERE created_at < ? ORDER BY created_at'
    return purgeRows(this.database, old, [toSqlDatetime(before)])
  }

  #sealed(reply: Reply): string {
    return this.box.encrypt(reply, { purpose: PURPOSE })
  }
}
