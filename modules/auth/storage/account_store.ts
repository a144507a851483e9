import type { Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader, type SqlSession } from '#app/storage/database'
import { unlessTaken } from '#app/storage/database_errors'
import { Table, text } from '#app/storage/table'
import type { Builder } from '../core/builder.ts'

const BUILDERS = new Table<Builder>('builders b JOIN organizations o ON o.id = b.org_id', {
  id: text('b.id'),
  email: text('b.email'),
  orgId: text('b.org_id'),
  orgName: text('o.name'),
  role: text('b.role'),
  issuer: text('b.issuer'),
  subject: text('b.subject'),
})

/** Organizations and the people in them. */
@singleton()
export class AccountStore {
  constructor(private database: Database) {}

  /** @param session reads inside a transaction when given */
  findByIdentity(issuer: string, subject: string, session?: SqlSession): Promise<Builder | null> {
    const where = 'WHERE b.issuer = ? AND b.subject = ?'
    return BUILDERS.first(session ?? this.database, where, [issuer, subject])
  }

  /** @param session reads inside a transaction when given */
  findById(id: string, session?: SqlSession): Promise<Builder | null> {
    return BUILDERS.first(session ?? this.database, 'WHERE b.id = ?', [id])
  }

  /** Those of these builders who are in the organization. */
  async membersAmong(reader: SqlReader, orgId: string, ids: readonly string[]): Promise<Builder[]> {
    if (ids.length === 0) return []
    return BUILDERS.all(reader, 'WHERE b.org_id = ? AND b.id IN (?)', [orgId, ids])
  }

  /** How many builders of the organization there are besides one, counted up to a maximum. */
  async othersThan(
    id: string,
    orgId: string,
    max: number,
    reader: SqlReader = this.database
  ): Promise<number> {
    const others = await reader.read(
      `SELECT id FROM builders WHERE org_id = ? AND id <> ? LIMIT ${max}`,
      [orgId, id]
    )
    return others.length
  }

  lockByEmail(session: SqlSession, email: string): Promise<Builder | null> {
    return BUILDERS.first(session, 'WHERE b.email = ? FOR UPDATE', [email])
  }

  async organizationExists(reader: SqlReader, id: string): Promise<boolean> {
    return (await reader.read('SELECT id FROM organizations WHERE id = ?', [id])).length > 0
  }

  async addOrganization(
    writer: Pick<SqlSession, 'write'>,
    { id, name }: { id: string; name: string },
    createdAt: Micros
  ): Promise<void> {
    await writer.write('INSERT INTO organizations (id, name, created_at) VALUES (?, ?, ?)', [
      id,
      name,
      toSqlDatetime(createdAt),
    ])
  }

  async move(writer: Pick<SqlSession, 'write'>, id: string, orgId: string, role: string) {
    await writer.write('UPDATE builders SET org_id = ?, role = ? WHERE id = ?', [orgId, role, id])
  }

  /**
   * Stores a builder with a new organization, both or none.
   *
   * @returns false when the identity or the address has an account already
   */
  async create(builder: Builder, createdAt: Micros): Promise<boolean> {
    const { id, orgId, orgName, email, issuer, subject, role } = builder
    const at = toSqlDatetime(createdAt)
    return unlessTaken(
      this.database.transaction(async (session) => {
        await this.addOrganization(session, { id: orgId, name: orgName }, createdAt)
        await session.write(
          `INSERT INTO builders (id, org_id, email, issuer, subject, role, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?)`,
          [id, orgId, email, issuer, subject, role, at]
        )
      })
    )
  }

  /** @returns false when another account has the address */
  async changeEmail(id: string, email: string): Promise<boolean> {
    return unlessTaken(
      this.database.write('UPDATE builders SET email = ? WHERE id = ?', [email, id])
    )
  }
}
