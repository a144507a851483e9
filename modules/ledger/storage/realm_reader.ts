import type { Database } from '#app/storage/database'
import { keysetPage } from '#app/storage/keyset_page'

export interface RealmRow {
  id: string
  org_id: string
  builder_id: string
  name: string
  slug: string
  asset: 'paper' | 'live'
  lifecycle: 'permanent' | 'temporary'
  backing: 'chain'
  description: string | null
  created_at: string
  updated_at: string
}

const COLUMNS = `id, org_id, builder_id, name, slug, asset, lifecycle, backing, description,
  created_at, updated_at`

/** Reads realms. */
export class RealmReader {
  constructor(private database: Database) {}

  async byId(id: string): Promise<RealmRow | null> {
    const [row] = await this.database.read<RealmRow>(`SELECT ${COLUMNS} FROM realms WHERE id = ?`, [
      id,
    ])
    return row ?? null
  }

  /** An organization's realms, newest first; only one of them for a credential locked to it. */
  async list(query: { orgId: string; onlyId: string | null; limit: number; cursor?: string }) {
    const { orgId, onlyId, limit, cursor } = query
    const { page, total, nextCursor } = await keysetPage<RealmRow>(this.database, {
      table: 'realms',
      columns: COLUMNS,
      where: onlyId === null ? 'org_id = ?' : 'org_id = ? AND id = ?',
      values: onlyId === null ? [orgId] : [orgId, onlyId],
      limit,
      cursor,
      readCut: () => this.#newest(orgId),
    })
    return { realms: page, total, nextCursor }
  }

  /** The cut of a new walk, by the clock that stamps realms. */
  async #newest(orgId: string): Promise<string> {
    const [row] = await this.database.read<{ newest: string | null }>(
      'SELECT MAX(created_at) AS newest FROM realms WHERE org_id = ?',
      [orgId]
    )
    return row?.newest ?? '1970-01-01 00:00:00.000000'
  }
}
