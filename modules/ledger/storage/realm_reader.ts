import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { givenConditions } from '#app/storage/filter'
import { keysetPage } from '#app/storage/keyset_page'
import type { Branding, RealmSettings } from '../core/realm_settings.ts'

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
  default_fee_tenths_bps: number | null
  /** JSON text. */
  branding: string | null
  /** JSON text. */
  reserved_operation_paths: string | null
  created_at: string
  updated_at: string
}

export interface RealmQuery extends Partial<Pick<RealmRow, 'asset' | 'lifecycle'>> {
  orgId: string
  /** The realm a credential is locked to; null for all. */
  onlyId: string | null
  limit: number
  cursor?: string
}

const COLUMNS = `id, org_id, builder_id, name, slug, asset, lifecycle, backing, description,
  default_fee_tenths_bps, branding, reserved_operation_paths, created_at, updated_at`

const OPEN = 'closed_at IS NULL'

/** Reads realms; closed ones are gone from every answer. */
@singleton()
export class RealmReader {
  constructor(private database: Database) {}

  async byId(id: string): Promise<RealmRow | null> {
    const [row] = await this.database.read<RealmRow>(
      `SELECT ${COLUMNS} FROM realms WHERE id = ? AND closed_at IS NULL`,
      [id]
    )
    return row ?? null
  }

  /** For those who were told of the realm before: all others are answered as if it had never been. */
  async closedById(id: string): Promise<RealmRow | null> {
    const [row] = await this.database.read<RealmRow>(
      `SELECT ${COLUMNS} FROM realms WHERE id = ? AND closed_at IS NOT NULL`,
      [id]
    )
    return row ?? null
  }

  /** A realm that is about to be changed, inside the changing transaction. */
  async lock(session: SqlSession, id: string): Promise<RealmRow | null> {
    const [row] = await session.read<RealmRow>(
      `SELECT ${COLUMNS} FROM realms WHERE id = ? AND closed_at IS NULL FOR UPDATE`,
      [id]
    )
    return row ?? null
  }

  /** What orders pay to the application, in tenths of a basis point; 0 until the realm sets it. */
  async applicationFeeTenthsBps(id: string): Promise<number> {
    const [row] = await this.database.read<{ tenths_bps: number | null }>(
      'SELECT default_fee_tenths_bps AS tenths_bps FROM realms WHERE id = ?',
      [id]
    )
    return row?.tenths_bps ?? 0
  }

  /** An organization's realms, newest first; only one of them for a credential locked to it. */
  async list({ orgId, onlyId, asset, lifecycle, limit, cursor }: RealmQuery) {
    const { where, values } = givenConditions(
      ['org_id = ?', orgId],
      ['id = ?', onlyId],
      ['asset = ?', asset],
      ['lifecycle = ?', lifecycle]
    )
    const { page, total, nextCursor } = await keysetPage<RealmRow>(this.database, {
      table: 'realms',
      columns: COLUMNS,
      where: `${OPEN} AND ${where}`,
      values,
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

export function settingsOf(row: RealmRow): RealmSettings {
  const { default_fee_tenths_bps: fee, branding, reserved_operation_paths: reserved } = row
  return {
    reservedOperationPaths: reserved === null ? null : (JSON.parse(reserved) as string[]),
    defaultApplicationFeeTenthsBps: fee,
    branding: branding === null ? null : (JSON.parse(branding) as Branding),
  }
}
