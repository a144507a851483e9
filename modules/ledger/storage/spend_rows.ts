import type { Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { atomsToColumn, columnToAtoms } from '#app/money/usd'
import type { SqlParameter, SqlReader, SqlValue } from '#app/storage/database'
import type { PostedEntry } from '../core/apply.ts'
import type { RealmState } from '../core/state.ts'
import type { WantedByRealm } from './wanted.ts'

/**
 * Loads what has been spent in the windows that the requests look at; no statement when they look
 * at none. Call it with the heads locked, so that no other spend is counted meanwhile.
 */
export async function loadSpent(
  session: SqlReader,
  wanted: WantedByRealm,
  states: ReadonlyMap<string, RealmState>
): Promise<void> {
  const parts: string[] = []
  const values: SqlParameter[] = []
  for (const [realmId, { spentIn }] of wanted) {
    for (const [key, since] of earliest(spentIn)) {
      const [credentialId, objectId] = key.split('|')
      parts.push(`SELECT ? AS realm_id, ? AS window_key, COALESCE(SUM(amount), 0) AS spent
        FROM window_spends
       WHERE realm_id = ? AND credential_id = ? AND object_id = ? AND committed_at > ?`)
      values.push(realmId, key, realmId, credentialId!, objectId!, toSqlDatetime(since))
    }
  }
  if (parts.length === 0) return
  const rows = await session.read<{ realm_id: string; window_key: string; spent: string }>(
    parts.join(' UNION ALL '),
    values
  )
  for (const { realm_id: realmId, window_key: key, spent } of rows) {
    states.get(realmId)!.spent.set(key, columnToAtoms(spent))
  }
}

/** Requests of a group share a window; it begins when the one that was asked first says. */
function earliest(wanted: ReadonlySet<string>): Map<string, number> {
  const found = new Map<string, number>()
  for (const text of wanted) {
    const cut = text.lastIndexOf('|')
    const [key, since] = [text.slice(0, cut), Number(text.slice(cut + 1))]
    found.set(key, Math.min(since, found.get(key) ?? since))
  }
  return found
}

/**
 * Whether a movement was counted in the windows of a credential. What was spent before the longest
 * window is forgotten.
 */
export async function isCounted(
  session: SqlReader,
  { realmId, credentialId, objectId, operationId, committedAt }: CountedSpend
): Promise<boolean> {
  const rows = await session.read(
    `SELECT 1 FROM window_spends
      WHERE realm_id = ? AND credential_id = ? AND object_id = ? AND committed_at = ? AND operation_id = ?`,
    [realmId, credentialId, objectId, toSqlDatetime(committedAt), operationId]
  )
  return rows.length > 0
}

interface CountedSpend {
  realmId: string
  credentialId: string
  objectId: string
  operationId: string
  /** When the operation was made. */
  committedAt: Micros
}

export const SPEND_COLUMNS = [
  'realm_id',
  'credential_id',
  'object_id',
  'committed_at',
  'operation_id',
  'amount',
] as const

export function spendRows({ realmId, posting, committedAt }: PostedEntry): SqlValue[][] {
  return posting.newSpends.map(({ credentialId, objectId, operationId, amount }) => [
    realmId,
    credentialId,
    objectId,
    toSqlDatetime(committedAt),
    operationId,
    atomsToColumn(amount),
  ])
}
