import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { givenConditions, type DatedPage } from '#app/storage/filter'
import { entityPage } from '#app/storage/keyset_page'
import { count, json, shownTime, Table, text } from '#app/storage/table'
import type { RealmSettings } from '../core/realm_settings.ts'

export interface StoredRealm extends RealmSettings {
  id: string
  orgId: string
  builderId: string
  name: string
  slug: string
  asset: 'paper' | 'live'
  lifecycle: 'permanent' | 'temporary'
  backing: 'chain'
  description: string | null
  /** RFC 3339. */
  createdAt: string
  updatedAt: string
}

const REALMS = new Table<StoredRealm>('realms', {
  id: text(),
  orgId: text(),
  builderId: text(),
  name: text(),
  slug: text(),
  asset: text(),
  lifecycle: text(),
  backing: text(),
  description: text(),
  defaultApplicationFeeTenthsBps: count('default_fee_tenths_bps'),
  branding: json(),
  reservedOperationPaths: json(),
  createdAt: shownTime(),
  updatedAt: shownTime(),
})

export interface RealmQuery extends DatedPage, Partial<Pick<StoredRealm, 'asset' | 'lifecycle'>> {
  orgId: string
  /** The realm that a credential is locked to; null for all. */
  onlyId: string | null
}

const OPEN = 'closed_at IS NULL'

/** Reads realms. A closed realm is missing from every answer. */
@singleton()
export class RealmReader {
  constructor(private database: Database) {}

  byId(id: string): Promise<StoredRealm | null> {
    return REALMS.first(this.database, `WHERE id = ? AND ${OPEN}`, [id])
  }

  async hasAny(orgId: string): Promise<boolean> {
    const some = `SELECT 1 FROM realms WHERE org_id = ? AND ${OPEN} LIMIT 1`
    return (await this.database.read(some, [orgId])).length > 0
  }

  /**
   * Reads a closed realm, only for callers who were shown the realm before: all others are answered
   * as if it had never existed.
   */
  closedById(id: string): Promise<StoredRealm | null> {
    return REALMS.first(this.database, 'WHERE id = ? AND closed_at IS NOT NULL', [id])
  }

  /** Any realm with real money that is open. Reads the whole table: for a start, not for a request. */
  async anyLive(): Promise<string | null> {
    const [row] = await this.database.read<{ id: string }>(
      `SELECT id FROM realms WHERE asset = 'live' AND ${OPEN} LIMIT 1`
    )
    return row?.id ?? null
  }

  /** Locks a realm that is about to be changed, in the transaction of the change. */
  lock(session: SqlSession, id: string): Promise<StoredRealm | null> {
    return REALMS.first(session, `WHERE id = ? AND ${OPEN} FOR UPDATE`, [id])
  }

  /** The application fee of orders, in tenths of a basis point; 0 until the realm sets one. */
  async applicationFeeTenthsBps(id: string): Promise<number> {
    const [row] = await this.database.read<{ tenths_bps: number | null }>(
      'SELECT default_fee_tenths_bps AS tenths_bps FROM realms WHERE id = ?',
      [id]
    )
    return row?.tenths_bps ?? 0
  }

  /**
   * Lists an organization's realms, newest first; for a credential that is locked to a realm, only
   * that one.
   */
  async list({ orgId, onlyId, asset, lifecycle, ...asked }: RealmQuery) {
    const { where, values } = givenConditions(
      ['org_id = ?', orgId],
      ['id = ?', onlyId],
      ['asset = ?', asset],
      ['lifecycle = ?', lifecycle]
    )
    const { page, ...rest } = await entityPage(this.database, REALMS, {
      where: `${OPEN} AND ${where}`,
      values,
      ...asked,
      readCut: () => this.#newest(orgId),
    })
    return { realms: page, ...rest }
  }

  /** The cut of a new walk: the time of the newest realm, by the clock that stamps realms. */
  async #newest(orgId: string): Promise<string> {
    const [row] = await this.database.read<{ newest: string | null }>(
      'SELECT MAX(created_at) AS newest FROM realms WHERE org_id = ?',
      [orgId]
    )
    return row?.newest ?? '1970-01-01 00:00:00.000000'
  }
}

export function settingsOf(realm: StoredRealm): RealmSettings {
  const { reservedOperationPaths, defaultApplicationFeeTenthsBps, branding } = realm
  return { reservedOperationPaths, defaultApplicationFeeTenthsBps, branding }
}
