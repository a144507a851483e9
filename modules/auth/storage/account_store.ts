import type { Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession, type SqlValue } from '#app/storage/database'
import { unlessTaken } from '#app/storage/database_errors'
import type { Builder } from '../core/builder.ts'

interface BuilderRow {
  id: string
  email: string
  org_id: string
  org_name: string
  role: string
  issuer: string
  subject: string
}

const SELECT_BUILDER = `
  SELECT b.id, b.email, b.org_id, o.name AS org_name, b.role, b.issuer, b.subject
  FROM builders b JOIN organizations o ON o.id = b.org_id`

/** Organizations and the people in them. */
@singleton()
export class AccountStore {
  constructor(private database: Database) {}

  /** @param session reads inside a transaction when given */
  findByIdentity(issuer: string, subject: string, session?: SqlSession): Promise<Builder | null> {
    return this.#find(session ?? this.database, 'b.issuer = ? AND b.subject = ?', [issuer, subject])
  }

  /** @param session reads inside a transaction when given */
  findById(id: string, session?: SqlSession): Promise<Builder | null> {
    return this.#find(session ?? this.database, 'b.id = ?', [id])
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
        await session.write('INSERT INTO organizations (id, name, created_at) VALUES (?, ?, ?)', [
          orgId,
          orgName,
          at,
        ])
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

  async #find(
    reader: Pick<SqlSession, 'read'>,
    where: string,
    values: SqlValue[]
  ): Promise<Builder | null> {
    const [row] = await reader.read<BuilderRow>(`${SELECT_BUILDER} WHERE ${where}`, values)
    if (!row) return null
    const { org_id: orgId, org_name: orgName, ...rest } = row
    return { ...rest, orgId, orgName }
  }
}
