import type { SqlParameter, SqlReader } from '#app/storage/database'
import type { OperationType } from '#app/extension/vocabulary'
import { LEDGER_LIMITS } from '../limits.ts'
import type { OperationState } from '../core/terms.ts'
import {
  fitsPath,
  isUnder,
  pathConditions,
  pathsUnder,
  unlessRoot,
  type PathFilter,
} from './path_filter.ts'
import type { Party } from './party_rows.ts'
import { readCounts, sumOf } from './realm_counts.ts'

/** The filter of a list of operations; `path` and `pathPrefix` are those of the operation. */
export interface OperationFilter extends PathFilter {
  realmId: string
  types?: readonly OperationType[]
  /** Id of the source or target object. */
  objectId?: string
  /** Prefix of the source's or target's path. */
  objectPath?: string
  state?: OperationState
}

/**
 * The columns that filters and permissions look at; the wide columns are read only for rows that
 * are shown.
 */
export interface OperationKey {
  id: string
  created_at: string
  type: string
  state: string
  path: string
  source_path: string | null
  target_path: string | null
  source_object_id: string | null
  target_object_id: string | null
  /** Who else took part, where more than two did. */
  parties: readonly Party[]
}

/** A part of one index that lists operations by time. */
export interface IndexRange {
  /** Left out: `operations` itself. */
  table?: 'operation_parties'
  index: string
  where: string
  values: SqlParameter[]
}

/**
 * How a filter is answered: the ranges to merge, and the part of the filter to be tested row by
 * row.
 */
export interface OperationPlan {
  ranges: IndexRange[]
  rest: OperationFilter
}

/** Few enough operations for one page to look at all of them, whatever the filter. */
const FEW_OPERATIONS = 2000

/**
 * Chooses the narrowest ranges. Each has the order of the list, so that a page reads as many rows
 * as it shows, however many the realm has.
 *
 * @param named ids of the few operations that the list is about, which are sorted instead
 */
export async function planOperations(
  session: SqlReader,
  filter: OperationFilter,
  named?: readonly string[]
): Promise<OperationPlan> {
  const { realmId, objectId, state } = filter
  if (named) return { ranges: namedRange(realmId, named), rest: filter }
  const types = filter.types && [...new Set(filter.types)]
  const objectPath = unlessRoot(filter.objectPath)
  const paths = { path: unlessRoot(filter.path), pathPrefix: unlessRoot(filter.pathPrefix) }
  const others = { realmId, objectId, objectPath, ...paths, state }
  if (types && (await areRare(session, realmId, types))) {
    return { ranges: types.map((type) => typeRange(realmId, type)), rest: others }
  }
  const objects = await namedObjects(session, { realmId, objectId, objectPath })
  if (objects) {
    const rest = { realmId, types, ...paths, state, ...(objectId !== undefined && { objectPath }) }
    return { ranges: objects.flatMap(sidesOf), rest }
  }
  const range = pathRange(realmId, paths)
  if (range && (await isShort(session, range))) {
    return { ranges: [range], rest: { realmId, types, objectPath, state } }
  }
  if (types) return { ranges: types.map((type) => typeRange(realmId, type)), rest: others }
  const all = { index: 'operations_newest', where: 'realm_id = ?', values: [realmId] }
  return { ranges: [all], rest: others }
}

async function areRare(session: SqlReader, realmId: string, types: readonly string[]) {
  const counts = await readCounts(session, realmId)
  return sumOf(counts, 'operation', types) <= FEW_OPERATIONS
}

function namedRange(realmId: string, ids: readonly string[]): IndexRange[] {
  if (ids.length === 0) return []
  return [{ index: 'PRIMARY', where: 'realm_id = ? AND id IN (?)', values: [realmId, [...ids]] }]
}

function typeRange(realmId: string, type: string): IndexRange {
  return {
    index: 'operations_type',
    where: 'realm_id = ? AND type = ?',
    values: [realmId, type],
  }
}

/**
 * The objects that a filter names, of every generation; null when it names none, or too many to
 * merge: the whole realm is then read and filtered.
 */
export async function namedObjects(
  session: SqlReader,
  { realmId, objectId, objectPath }: Pick<OperationFilter, 'realmId' | 'objectId' | 'objectPath'>
): Promise<string[] | null> {
  if (objectId === undefined && objectPath === undefined) return null
  const named =
    objectId === undefined
      ? pathsUnder('path', objectPath!)
      : { where: 'id = ?', values: [objectId] }
  const rows = await session.read<{ id: string }>(
    `SELECT id FROM objects WHERE realm_id = ? AND ${named.where}
      LIMIT ${LEDGER_LIMITS.listMergedObjects + 1}`,
    [realmId, ...named.values]
  )
  return rows.length > LEDGER_LIMITS.listMergedObjects ? null : rows.map(({ id }) => id)
}

/** The operations of an object: a range for each side, and one for what many took part in. */
export function sidesOf(objectId: string): IndexRange[] {
  const sides = (['source', 'target'] as const).map((side) => ({
    index: `operations_${side}`,
    where: `${side}_object_id = ?`,
    values: [objectId],
  }))
  const others = { index: 'PRIMARY', where: 'object_id = ?', values: [objectId] }
  return [...sides, { table: 'operation_parties', ...others }]
}

function pathRange(realmId: string, paths: PathFilter): IndexRange | null {
  const named = pathConditions('path', paths)
  return (
    named && {
      index: 'operations_path',
      where: `realm_id = ? AND ${named.where}`,
      values: [realmId, ...named.values],
    }
  )
}

async function isShort(session: SqlReader, { index, where, values }: IndexRange) {
  const [counted] = await session.read<{ found: string }>(
    `SELECT COUNT(*) AS found FROM (SELECT id FROM operations FORCE INDEX (${index})
      WHERE ${where} LIMIT ${FEW_OPERATIONS + 1}) some`,
    values
  )
  return Number(counted!.found) <= FEW_OPERATIONS
}

/**
 * The part of a filter that the ranges of a plan leave open, as a test of one row; null when there
 * is none.
 */
export function restOf({ types, objectId, objectPath, state, path, pathPrefix }: OperationFilter) {
  const asked = [types, objectId, objectPath, state, path, pathPrefix]
  if (asked.every((each) => each === undefined)) return null
  const wanted = types && new Set<string>(types)
  return (key: OperationKey): boolean =>
    (!wanted || wanted.has(key.type)) &&
    (state === undefined || key.state === state) &&
    (objectId === undefined ||
      key.source_object_id === objectId ||
      key.target_object_id === objectId ||
      key.parties.some((party) => party.objectId === objectId)) &&
    fitsPath({ path, pathPrefix }, key.path) &&
    (objectPath === undefined || pathsOfKey(key).some((each) => isUnder(objectPath, each)))
}

/** Paths of all who took part. */
export function pathsOfKey({ source_path: source, target_path: target, parties }: OperationKey) {
  return [source, target, ...parties.map(({ path }) => path)]
}

/**
 * How many operations a filter has, if a count is kept: without a filter, and by type alone. Read
 * it in the snapshot whose newest entry is the cut of the walk.
 */
export async function keptCount(
  session: SqlReader,
  { realmId, types }: OperationFilter,
  { ranges, rest }: OperationPlan
): Promise<number | null> {
  const whole = ranges.every(({ index }) => /_(newest|type)$/.test(index))
  if (ranges.length === 0 || !whole || restOf(rest) !== null) return null
  return sumOf(await readCounts(session, realmId), 'operation', types)
}
