import type { Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import type { BuilderRole } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader, type SqlSession } from '#app/storage/database'
import { unlessTaken } from '#app/storage/database_errors'
import type { DatedPage } from '#app/storage/filter'
import { entityPage } from '#app/storage/keyset_page'
import { Table, text, time, type Column } from '#app/storage/table'
import type { Builder } from '../core/builder.ts'
import { storedRole } from '../core/roles.ts'
import { holdRows } from './row_hold.ts'

/** The column of a role. */
export function role(name?: string): Column<BuilderRole> {
  return { ...text<BuilderRole>(name), read: storedRole }
}

const BUILDERS = new Table<Builder>('builders b JOIN organizations o ON o.id = b.org_id', {
  id: text('b.id'),
  email: text('b.email'),
  orgId: text('b.org_id'),
  orgName: text('o.name'),
  role: role('b.role'),
  issuer: text('b.issuer'),
  subject: text('b.subject'),
})

/** A builder as the list of an organization shows them. */
export interface Member extends Pick<Builder, 'id' | 'email' | 'role'> {
  /** When they first signed in. */
  createdAt: Micros
}

const MEMBERS = new Table<Member>('builders', {
  id: text(),
  email: text(),
  role: role(),
  createdAt: time(),
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

  /**
   * How many builders of the organization with one of these roles there are besides one, counted up
   * to a maximum.
   */
  async othersThan(
    { id, orgId }: Pick<Builder, 'id' | 'orgId'>,
    { roles, max }: { roles: readonly BuilderRole[]; max: number },
    reader: SqlReader = this.database
  ): Promise<number> {
    const others = await reader.read(
      `SELECT id FROM builders WHERE org_id = ? AND id <> ? AND role IN (?) LIMIT ${max}`,
      [orgId, id, [...roles]]
    )
    return others.length
  }

  findByEmail(email: string, reader: SqlReader): Promise<Builder | null> {
    return BUILDERS.first(reader, 'WHERE b.email = ?', [email])
  }

  /**
   * Locks organizations, so that their members come, go and change their roles one after the other.
   * Whoever locks builders too does so afterwards. The rows are written: `row_hold.ts` says why.
   */
  async lockOrganizations(session: SqlSession, ids: readonly string[]): Promise<void> {
    await holdRows(session, 'organizations', 'id IN (?) ORDER BY id', [[...ids]])
  }

  /** Locks a builder, and reads them as they are now. */
  async lock(session: SqlSession, id: string): Promise<Builder | null> {
    await session.read('SELECT id FROM builders WHERE id = ? FOR UPDATE', [id])
    return this.findById(id, session)
  }

  /**
   * Reads a builder as they are now, and holds back whoever moves them or changes their role until
   * the transaction ends.
   */
  async hold(session: SqlSession, id: string): Promise<Builder | null> {
    await holdRows(session, 'builders', 'id = ?', [id])
    return this.findById(id, session)
  }

  async setRole(writer: Pick<SqlSession, 'write'>, id: string, given: BuilderRole): Promise<void> {
    await writer.write('UPDATE builders SET role = ? WHERE id = ?', [given, id])
  }

  member(reader: SqlReader, id: string): Promise<Member | null> {
    return MEMBERS.first(reader, 'WHERE id = ?', [id])
  }

  /** A page of an organization's members, the newest first. */
  async list({ orgId, now, ...asked }: DatedPage & { orgId: string; now: Micros }) {
    const { page, ...rest } = await entityPage(this.database, MEMBERS, {
      where: 'org_id = ?',
      values: [orgId],
      ...asked,
      readCut: async () => toSqlDatetime(now),
    })
    return { members: page, ...rest }
  }

  async organizationExists(reader: SqlReader, id: string): Promise<boolean> {
    return (await reader.read('SELECT id FROM organizations WHERE id = ?', [id])).length > 0
  }

  async organizationName(id: string): Promise<string | null> {
    const found = 'SELECT name FROM organizations WHERE id = ?'
    const [row] = await this.database.read<{ name: string }>(found, [id])
    return row?.name ?? null
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

  async move(
    writer: Pick<SqlSession, 'write'>,
    id: string,
    to: Pick<Builder, 'orgId' | 'role'>
  ): Promise<void> {
    const { orgId, role: given } = to
    await writer.write('UPDATE builders SET org_id = ?, role = ? WHERE id = ?', [orgId, given, id])
  }

  /**
   * Stores a builder in an organization that is there.
   *
   * @returns false when the identity or the address has an account already
   */
  add(writer: Pick<SqlSession, 'write'>, builder: Builder, createdAt: Micros): Promise<boolean> {
    return unlessTaken(insertBuilder(writer, builder, createdAt))
  }

  /**
   * Stores a builder with a new organization, both or none.
   *
   * @returns false when the identity or the address has an account already
   */
  async create(builder: Builder, createdAt: Micros): Promise<boolean> {
    const { orgId, orgName } = builder
    return unlessTaken(
      this.database.transaction(async (session) => {
        await this.addOrganization(session, { id: orgId, name: orgName }, createdAt)
        await insertBuilder(session, builder, createdAt)
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

async function insertBuilder(
  writer: Pick<SqlSession, 'write'>,
  { id, orgId, email, issuer, subject, role: given }: Builder,
  createdAt: Micros
): Promise<void> {
  await writer.write(
    `INSERT INTO builders (id, org_id, email, issuer, subject, role, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [id, orgId, email, issuer, subject, given, toSqlDatetime(createdAt)]
  )
}
