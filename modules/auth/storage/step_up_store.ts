import type { Micros } from '#app/clock/clock'
import { sqlToMicros, toSqlDatetime } from '#app/clock/timestamp'
import type { RealmLoss } from '#app/extension/realm_loss_source'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader, type SqlSession, type SqlValue } from '#app/storage/database'
import type { StepUpAsker, StepUpDecision, StepUpRequest, StepUpStatus } from '../core/step_up.ts'

interface StepUpRow {
  id: string
  realm_id: string
  action: string
  resources: string
  value_at_risk: string | null
  losses: string | null
  asker: string
  request_hash: string
  status: StepUpStatus
  created_at: string
  expires_at: string
  decided_at: string | null
  decided_by: string | null
}

const SELECT = `
  SELECT id, realm_id, action, resources, value_at_risk, losses, asker, request_hash, status,
    created_at, expires_at, decided_at, decided_by
  FROM step_up_requests`

/** Requests for a person's confirmation. */
@singleton()
export class StepUpStore {
  constructor(private database: Database) {}

  byId(id: string): Promise<StepUpRequest | null> {
    return this.#find(this.database, 'id = ?', [id])
  }

  /**
   * Lets the openings of one builder's credentials follow one another, so that two of them neither
   * store the same request twice nor slip past the limit together.
   */
  async queueBehind(session: SqlSession, builderId: string) {
    await session.read('SELECT id FROM builders WHERE id = ? FOR UPDATE', [builderId])
  }

  /** The request with this key that has time left. */
  open(reader: SqlReader, openKey: string, now: Micros): Promise<StepUpRequest | null> {
    return this.#find(reader, 'open_key = ? AND expires_at > ?', [openKey, toSqlDatetime(now)])
  }

  /** How many of a credential are open, and when the first of them ends. */
  async openOf(
    session: SqlSession,
    { orgId, credential, credentialId }: StepUpAsker,
    now: Micros
  ): Promise<{ count: number; firstEnds: Micros }> {
    const [row] = await session.read<{ open: number | string; first_ends: string | null }>(
      `SELECT COUNT(*) AS open, MIN(expires_at) AS first_ends FROM step_up_requests
       WHERE credential_id = ? AND expires_at > ? AND credential = ? AND org_id = ?
         AND status IN ('pending', 'approved')`,
      [credentialId, toSqlDatetime(now), credential, orgId]
    )
    const { open, first_ends: firstEnds } = row!
    return { count: Number(open), firstEnds: firstEnds === null ? now : sqlToMicros(firstEnds) }
  }

  /** A request that ran out of time makes room for a new one with the same key. */
  async closeExpired(session: SqlSession, openKey: string, now: Micros) {
    await session.write(
      `UPDATE step_up_requests SET status = 'expired', open_key = NULL
       WHERE open_key = ? AND expires_at <= ?`,
      [openKey, toSqlDatetime(now)]
    )
  }

  async add(session: SqlSession, request: StepUpRequest, openKey: string) {
    const { need, asker } = request
    const row: Record<string, SqlValue> = {
      id: request.id,
      org_id: asker.orgId,
      realm_id: need.realmId,
      action: need.action,
      resources: JSON.stringify(need.resources),
      value_at_risk: need.valueAtRisk,
      losses: need.losses === undefined ? null : JSON.stringify(need.losses),
      credential: asker.credential,
      credential_id: asker.credentialId,
      asker: JSON.stringify(asker),
      request_hash: request.requestHash,
      open_key: openKey,
      status: request.status,
      created_at: toSqlDatetime(request.createdAt),
      expires_at: toSqlDatetime(request.expiresAt),
    }
    await session.write(`INSERT INTO step_up_requests (${Object.keys(row).join(', ')}) VALUES ?`, [
      [Object.values(row)],
    ])
  }

  /** @returns false when somebody decided before, or it is too late */
  async decide(
    session: SqlSession,
    id: string,
    decision: StepUpDecision,
    by: string,
    now: Micros
  ): Promise<boolean> {
    const at = toSqlDatetime(now)
    // A denied request is over; an approved one is still what a repetition must find.
    const { affectedRows } = await session.write(
      `UPDATE step_up_requests
       SET status = ?, decided_by = ?, decided_at = ?, open_key = IF(? = 'denied', NULL, open_key)
       WHERE id = ? AND status = 'pending' AND expires_at > ?`,
      [decision, by, at, decision, id, at]
    )
    return affectedRows === 1
  }

  /** @returns false when it was used before, was never approved, or it is too late */
  async markUsed(session: SqlSession, id: string, now: Micros): Promise<boolean> {
    const at = toSqlDatetime(now)
    const { affectedRows } = await session.write(
      `UPDATE step_up_requests SET status = 'used', used_at = ?, open_key = NULL
       WHERE id = ? AND status = 'approved' AND expires_at > ?`,
      [at, id, at]
    )
    return affectedRows === 1
  }

  async #find(reader: SqlReader, where: string, values: SqlValue[]): Promise<StepUpRequest | null> {
    const [row] = await reader.read<StepUpRow>(`${SELECT} WHERE ${where}`, values)
    return row ? requestOf(row) : null
  }
}

function requestOf(row: StepUpRow): StepUpRequest {
  return {
    id: row.id,
    need: {
      realmId: row.realm_id,
      action: row.action,
      resources: JSON.parse(row.resources) as string[],
      valueAtRisk: row.value_at_risk,
      ...(row.losses !== null && { losses: JSON.parse(row.losses) as RealmLoss[] }),
    },
    asker: JSON.parse(row.asker) as StepUpAsker,
    requestHash: row.request_hash,
    status: row.status,
    createdAt: sqlToMicros(row.created_at),
    expiresAt: sqlToMicros(row.expires_at),
    decidedAt: row.decided_at === null ? null : sqlToMicros(row.decided_at),
    decidedBy: row.decided_by,
  }
}
