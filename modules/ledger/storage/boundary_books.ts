import { columnToAtoms, type Atoms } from '#app/money/usd'
import type { SqlReader } from '#app/storage/database'
import { inParts } from '#app/storage/row_parts'
import { defaultBoundaryId } from '../core/boundaries.ts'
import { SYSTEM_PATHS } from '../core/system_paths.ts'
import { USD } from '../core/terms.ts'

/** What the journal owes to the objects of one custody boundary. */
export interface BoundarySum {
  boundaryId: string
  isDefault: boolean
  /** Settled balances of users' objects. */
  userBalances: Atoms
  /**
   * Settled balances of the service's own objects (fees, value without an owner), without the world
   * outside.
   */
  systemBalances: Atoms
  /**
   * Cash of the objects that keep books of their own, such as on a venue. It is part of
   * `userBalances`, and negative where a long is paid for in full.
   */
  exchangeCash: Atoms
}

/** An external fact, by the type and reference of its proof. */
export interface Fact {
  type: string
  externalRef: string
}

const FACTS_AT_ONCE = 500

/**
 * Every boundary of a realm with what its journal owes to it, the default boundary first. Only
 * settled balances count, because a held amount has not moved yet.
 */
export async function boundarySums(session: SqlReader, realmId: string): Promise<BoundarySum[]> {
  const defaultId = defaultBoundaryId(realmId)
  const zones = await session.read<{ boundary_id: string }>(
    'SELECT boundary_id FROM isolation_zones WHERE realm_id = ? ORDER BY created_at, id',
    [realmId]
  )
  const rows = await session.read<{
    boundary_id: string
    users: string
    system_own: string
    exchange: string
  }>(
    `SELECT o.boundary_id, SUM(IF(o.path LIKE '/\\_system/%', 0, b.settled)) AS users,
            SUM(IF(o.path LIKE '/\\_system/%', b.settled, 0)) AS system_own,
            SUM(IF(o.keeps_own_books = 1 AND o.path NOT LIKE '/\\_system/%', b.settled, 0)) AS exchange
       FROM balances b JOIN objects o ON o.id = b.object_id
      WHERE b.realm_id = ? AND b.denomination = ? AND o.path <> ? GROUP BY o.boundary_id`,
    [realmId, USD, SYSTEM_PATHS.external]
  )
  const sums = new Map(rows.map((row) => [row.boundary_id, row]))
  const ids = new Set([defaultId, ...zones.map((zone) => zone.boundary_id), ...sums.keys()])
  return Array.from(ids, (boundaryId) => ({
    boundaryId,
    isDefault: boundaryId === defaultId,
    userBalances: columnToAtoms(sums.get(boundaryId)?.users ?? '0'),
    systemBalances: columnToAtoms(sums.get(boundaryId)?.system_own ?? '0'),
    exchangeCash: columnToAtoms(sums.get(boundaryId)?.exchange ?? '0'),
  }))
}

/** @returns the references of those facts that entries of the realm's journal rest on */
export async function bookedFacts(
  session: SqlReader,
  realmId: string,
  facts: readonly Fact[]
): Promise<Set<string>> {
  const booked = new Set<string>()
  for (const [type, ofType] of Map.groupBy(facts, (fact) => fact.type)) {
    const all = ofType.map((fact) => fact.externalRef)
    for (const refs of inParts(all, FACTS_AT_ONCE)) {
      const rows = await session.read<{ external_ref: string }>(
        `SELECT external_ref FROM proofs
          WHERE proof_type = ? AND external_ref IN (?) AND realm_id = ?`,
        [type, refs, realmId]
      )
      for (const row of rows) booked.add(row.external_ref)
    }
  }
  return booked
}

/**
 * Whether entries of a realm rest on facts of other types than these, because another rail has
 * carried value.
 */
export async function hasOtherFacts(
  session: SqlReader,
  realmId: string,
  types: readonly string[]
): Promise<boolean> {
  const found = await session.read(
    'SELECT 1 FROM proofs WHERE realm_id = ? AND proof_type NOT IN (?) LIMIT 1',
    [realmId, types]
  )
  return found.length > 0
}

/** The newest facts of some types that entries of a realm rest on. */
export async function newestFacts(
  session: SqlReader,
  realmId: string,
  types: readonly string[],
  limit: number
): Promise<Fact[]> {
  const rows = await session.read<{ proof_type: string; external_ref: string }>(
    `SELECT proof_type, external_ref FROM proofs
      WHERE realm_id = ? AND proof_type IN (?) ORDER BY seq DESC, id DESC LIMIT ${limit}`,
    [realmId, types]
  )
  return rows.map((row) => ({ type: row.proof_type, externalRef: row.external_ref }))
}

/** Operations that wait for the outside with value committed to leave; a limited number of them. */
export function departingOperations(
  session: SqlReader,
  realmId: string,
  limit: number
): Promise<string[]> {
  return heldOperations(session, realmId, { limit, column: 'departing', direction: 'outbound' })
}

/** Operations that wait for value that is announced to arrive; a limited number of them. */
export function arrivingOperations(
  session: SqlReader,
  realmId: string,
  limit: number
): Promise<string[]> {
  return heldOperations(session, realmId, { limit, column: 'arriving', direction: 'inbound' })
}

async function heldOperations(
  session: SqlReader,
  realmId: string,
  held: { limit: number; column: 'departing' | 'arriving'; direction: 'outbound' | 'inbound' }
): Promise<string[]> {
  const { limit, column, direction } = held
  const rows = await session.read<{ operation_id: string }>(
    `SELECT DISTINCT h.operation_id FROM balances b
       JOIN holds h ON h.object_id = b.object_id AND h.denomination = b.denomination
                   AND h.resolved_at IS NULL AND h.direction = ?
      WHERE b.realm_id = ? AND b.${column} <> 0 LIMIT ${limit}`,
    [direction, realmId]
  )
  return rows.map((row) => row.operation_id)
}

/** Those of the objects that are not deleted. */
export async function livingObjects(
  session: SqlReader,
  objectIds: readonly string[]
): Promise<Set<string>> {
  if (objectIds.length === 0) return new Set()
  const rows = await session.read<{ id: string }>(
    `SELECT id FROM objects WHERE id IN (?) AND active_key = ''`,
    [objectIds]
  )
  return new Set(rows.map((row) => row.id))
}
