import type { Micros } from '#app/clock/clock'
import { sqlToMicros, toSqlDatetime } from '#app/clock/timestamp'
import type { RealmLoss } from '#app/extension/realm_loss_source'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader, type SqlSession, type SqlValue } from '#app/storage/database'
import { json, Table, text, time } from '#app/storage/table'
import type { StepUpAsker, StepUpDecision, StepUpRequest } from '../core/step_up.ts'

interface StepUpRow extends Omit<StepUpRequest, 'need'> {
  orgId: string
  realmId: string | null
  action: string
  resources: string[]
  valueAtRisk: string | null
  losses: RealmLoss[] | null
  credential: StepUpAsker['credential']
  credentialId: string
  /**
   * Identifies what is asked for, for as long as a repetition must find this request; null
   * afterwards.
   */
  openKey: string | null
  usedAt: Micros | null
}

const REQUESTS = new Table<StepUpRow>('step_up_requests', {
  id: text(),
  orgId: text(),
  realmId: text(),
  action: text(),
  resources: json(),
  valueAtRisk: text(),
  losses: json(),
  credential: text(),
  credentialId: text(),
  asker: json(),
  requestHash: text(),
  openKey: text(),
  status: text(),
  createdAt: time(),
  expiresAt: time(),
  decidedAt: time(),
  decidedBy: text(),
  usedAt: time(),
})

/** Requests for a person's confirmation. */
@singleton()
export class StepUpStore {
  constructor(private database: Database) {}

  byId(id: string): Promise<StepUpRequest | null> {
    return this.#find(this.database, 'WHERE id = ?', [id])
  }

  /**
   * Makes the openings of one builder's credentials follow one another, so that two of them neither
   * store the same request twice nor pass the limit together.
   */
  async queueBehind(session: SqlSession, builderId: string) {
    await session.read('SELECT id FROM builders WHERE id = ? FOR UPDATE', [builderId])
  }

  /** The request with this key that has not expired. */
  open(reader: SqlReader, openKey: string, now: Micros): Promise<StepUpRequest | null> {
    return this.#find(reader, 'WHERE open_key = ? AND expires_at > ?', [
      openKey,
      toSqlDatetime(now),
    ])
  }

  /** How many requests of a credential are open, and when the first of them expires. */
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

  /** Ends a request that has expired, which makes room for a new one with the same key. */
  async closeExpired(session: SqlSession, openKey: string, now: Micros) {
    await REQUESTS.update(
      session,
      { status: 'expired', openKey: null },
      'WHERE open_key = ? AND expires_at <= ?',
      [openKey, toSqlDatetime(now)]
    )
  }

  async add(session: SqlSession, request: StepUpRequest, openKey: string) {
    const { need, ...rest } = request
    const { orgId, credential, credentialId } = request.asker
    const { realmId, action, resources, valueAtRisk, losses = null } = need
    const asked = { realmId, action, resources, valueAtRisk, losses }
    const row = { ...rest, ...asked, orgId, credential, credentialId, openKey, usedAt: null }
    await REQUESTS.insert(session, row)
  }

  /** @returns false when the request was decided before, or has expired */
  async decide(
    session: SqlSession,
    id: string,
    decision: StepUpDecision,
    by: string,
    now: Micros
  ): Promise<boolean> {
    const changes: Partial<StepUpRow> = { status: decision, decidedBy: by, decidedAt: now }
    // A denied request is over; an approved one must still be found by a repetition.
    if (decision === 'denied') changes.openKey = null
    const pending = `WHERE id = ? AND status = 'pending' AND expires_at > ?`
    return (await REQUESTS.update(session, changes, pending, [id, toSqlDatetime(now)])) === 1
  }

  /** @returns false when the request was used before, was never approved, or has expired */
  async markUsed(session: SqlSession, id: string, now: Micros): Promise<boolean> {
    const changes: Partial<StepUpRow> = { status: 'used', usedAt: now, openKey: null }
    const approved = `WHERE id = ? AND status = 'approved' AND expires_at > ?`
    return (await REQUESTS.update(session, changes, approved, [id, toSqlDatetime(now)])) === 1
  }

  async #find(reader: SqlReader, where: string, values: SqlValue[]): Promise<StepUpRequest | null> {
    const row = await REQUESTS.first(reader, where, values)
    return row && requestOf(row)
  }
}

function requestOf(row: StepUpRow): StepUpRequest {
  const { id, realmId, action, resources, valueAtRisk, losses, asker, requestHash } = row
  const { status, createdAt, expiresAt, decidedAt, decidedBy } = row
  const need = { realmId, action, resources, valueAtRisk, ...(losses !== null && { losses }) }
  const times = { createdAt, expiresAt, decidedAt }
  return { id, need, asker, requestHash, status, decidedBy, ...times }
}
