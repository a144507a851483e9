import type { Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader, type SqlSession } from '#app/storage/database'
import { givenConditions, type DatedPage } from '#app/storage/filter'
import { entityPage } from '#app/storage/keyset_page'
import { Table, text, time } from '#app/storage/table'
import type { Invitation } from '../core/invitation.ts'
import { role } from './account_store.ts'

const INVITATIONS = new Table<Invitation>('invitations', {
  id: text(),
  orgId: text(),
  email: text(),
  role: role(),
  invitedBy: text(),
  createdAt: time(),
  expiresAt: time(),
  acceptedAt: time(),
  acceptedBy: text(),
  revokedAt: time(),
})

const OPEN = 'accepted_at IS NULL AND revoked_at IS NULL'

type Writer = Pick<SqlSession, 'write'>

/** Invitations into organizations, without their secrets. */
@singleton()
export class InvitationStore {
  constructor(private database: Database) {}

  async add(writer: Writer, invitation: Invitation, secretHash: Buffer): Promise<void> {
    await INVITATIONS.insert(writer, invitation, { secret_hash: secretHash })
  }

  bySecret(secretHash: Buffer): Promise<Invitation | null> {
    return INVITATIONS.first(this.database, 'WHERE secret_hash = ?', [secretHash])
  }

  /** Locks the row, so that of two who accept or revoke the second sees what the first did. */
  lock(session: SqlSession, id: string): Promise<Invitation | null> {
    return INVITATIONS.first(session, 'WHERE id = ? FOR UPDATE', [id])
  }

  async countPending(reader: SqlReader, orgId: string, now: Micros): Promise<number> {
    const [row] = await reader.read<{ pending: string }>(
      `SELECT COUNT(*) AS pending FROM invitations WHERE org_id = ? AND ${OPEN} AND expires_at > ?`,
      [orgId, toSqlDatetime(now)]
    )
    return Number(row!.pending)
  }

  async markAccepted(writer: Writer, id: string, acceptedBy: string, at: Micros): Promise<void> {
    await INVITATIONS.update(writer, { acceptedAt: at, acceptedBy }, 'WHERE id = ?', [id])
  }

  async markRevoked(writer: Writer, id: string, at: Micros): Promise<void> {
    await INVITATIONS.update(writer, { revokedAt: at }, `WHERE id = ? AND ${OPEN}`, [id])
  }

  /** Revokes what an organization has sent to an address, or what one of its owners has sent. */
  async revokeAll(
    writer: Writer,
    { orgId, email, invitedBy }: { orgId: string; email?: string; invitedBy?: string },
    at: Micros
  ): Promise<void> {
    const { where, values } = givenConditions(
      ['org_id = ?', orgId],
      ['email = ?', email],
      ['invited_by = ?', invitedBy]
    )
    await INVITATIONS.update(writer, { revokedAt: at }, `WHERE ${where} AND ${OPEN}`, values)
  }

  /** A page of an organization's invitations, newest first, whatever became of them. */
  async list({ orgId, now, ...asked }: DatedPage & { orgId: string; now: Micros }) {
    const { page, ...rest } = await entityPage(this.database, INVITATIONS, {
      where: 'org_id = ?',
      values: [orgId],
      ...asked,
      readCut: async () => toSqlDatetime(now),
    })
    return { invitations: page, ...rest }
  }
}
