import { atomsToColumn, columnToAtoms, type Atoms } from '#app/money/usd'
import type { SqlReader, SqlValue } from '#app/storage/database'
import type { PostedEntry } from '../core/apply.ts'
import { assert } from '../core/assert.ts'
import type { RealmState } from '../core/state.ts'
import type { LimitedObject } from '../core/terms.ts'
import type { WantedByRealm } from './wanted.ts'

interface LimitRow {
  object_id: string
  max_per_movement: string | null
  max_per_day: string | null
  max_balance: string | null
  min_balance: string | null
  day: string | null
  moved: string
}

export const LIMIT_COLUMNS = [
  'object_id',
  'realm_id',
  'max_per_movement',
  'max_per_day',
  'max_balance',
  'min_balance',
  'day',
  'moved',
] as const

export const LIMIT_UPDATES = LIMIT_COLUMNS.slice(2)

/**
 * Loads the limits of the objects that have some, and of those that are to be limited; no statement
 * when there are none. Call it with the heads locked, and with these objects loaded.
 */
export async function loadLimits(
  session: SqlReader,
  states: ReadonlyMap<string, RealmState>,
  wanted?: WantedByRealm
): Promise<void> {
  const realmOf = new Map<string, string>()
  for (const [realmId, { objectsById, limited }] of states) {
    const asked = wanted?.get(realmId)?.limitsOf
    for (const { id, hasLimits } of objectsById.values()) {
      if ((hasLimits && !limited.has(id)) || asked?.has(id)) realmOf.set(id, realmId)
    }
  }
  if (realmOf.size === 0) return
  for (const [id, limited] of await readLimits(session, [...realmOf.keys()])) {
    states.get(realmOf.get(id)!)!.limited.set(id, limited)
  }
}

export async function readLimits(
  session: SqlReader,
  objectIds: readonly string[]
): Promise<Map<string, LimitedObject>> {
  const rows = await session.read<LimitRow>(
    `SELECT object_id, max_per_movement, max_per_day, max_balance, min_balance,
            DATE_FORMAT(day, '%Y-%m-%d') AS day, moved
       FROM object_limits WHERE object_id IN (?)`,
    [objectIds]
  )
  return new Map(rows.map((row) => [row.object_id, toLimited(row)]))
}

function toLimited(row: LimitRow): LimitedObject {
  const limits = {
    maxPerMovement: atomsOrNull(row.max_per_movement),
    maxPerDay: atomsOrNull(row.max_per_day),
    maxBalance: atomsOrNull(row.max_balance),
    minBalance: atomsOrNull(row.min_balance),
  }
  return { limits, day: row.day, moved: columnToAtoms(row.moved) }
}

/** The limits of each object as the group leaves them, once per object. */
export function limitRows(
  states: ReadonlyMap<string, RealmState>,
  entries: readonly PostedEntry[]
): SqlValue[][] {
  const rows = new Map<string, SqlValue[]>()
  for (const { realmId, posting } of entries) {
    for (const { objectId } of [...posting.changedLimits, ...posting.countedMoves]) {
      const limited = states.get(realmId)!.limited.get(objectId)
      assert(limited !== undefined, 'what is counted has limits')
      const { limits, day, moved } = limited
      rows.set(objectId, [
        objectId,
        realmId,
        columnOrNull(limits.maxPerMovement),
        columnOrNull(limits.maxPerDay),
        columnOrNull(limits.maxBalance),
        columnOrNull(limits.minBalance),
        day,
        atomsToColumn(moved),
      ])
    }
  }
  return [...rows.values()]
}

function columnOrNull(atoms: Atoms | null): string | null {
  return atoms === null ? null : atomsToColumn(atoms)
}

function atomsOrNull(text: string | null): Atoms | null {
  return text === null ? null : columnToAtoms(text)
}
