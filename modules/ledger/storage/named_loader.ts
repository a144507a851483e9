import type { Query, SqlParameter } from '#app/storage/database'
import type { RealmState } from '../core/state.ts'
import { addBalance, addObject, type BalanceRow } from './party_loader.ts'
import { OBJECT_COLUMNS, type ObjectRow } from './rows.ts'

/** A condition on rows of several realms, with the values bound in it. */
export interface Condition {
  where: string
  values: readonly SqlParameter[]
}

export type NamedRow = ObjectRow & { is_used: string | number } & (
    | { balance_denomination: null }
    | (Omit<BalanceRow, 'object_id' | 'denomination'> & { balance_denomination: string })
  )

/**
 * Reads the usable objects that requests name, with their balances, and whether any operation path
 * that they want is used: mostly none is, and a turn of its own would be a further one while the
 * realm is locked. It stands behind the query that locks the heads, so that nothing of this can
 * change.
 */
export function namedQuery({
  objects,
  operations,
}: {
  objects: Condition
  operations: Condition
}): Query {
  const isUsed =
    operations.where === '' ? '0' : `EXISTS (SELECT 1 FROM operations WHERE ${operations.where})`
  const sql = `SELECT named.*, b.denomination AS balance_denomination, b.settled, b.arriving,
            b.departing, ${isUsed} AS is_used
       FROM (SELECT ${OBJECT_COLUMNS} FROM objects
              WHERE active_key = '' AND (${objects.where})) named
       LEFT JOIN balances b ON b.object_id = named.id`
  return { sql, values: [...operations.values, ...objects.values] }
}

/** @returns also the ids of objects whose balances are loaded */
export function addNamed(
  states: Map<string, RealmState>,
  rows: readonly NamedRow[]
): { isUsed: boolean; balanced: Set<string> } {
  const balanced = new Set<string>()
  for (const row of rows) {
    const { id } = row
    const state = states.get(row.realm_id)!
    if (!balanced.has(id)) addObject(state, row)
    balanced.add(id)
    if (row.balance_denomination === null) continue
    addBalance(state, { ...row, object_id: id, denomination: row.balance_denomination })
  }
  // Without an object there is no row, and the operations have to be looked up by themselves.
  return { isUsed: rows.length === 0 || Number(rows[0]!.is_used) > 0, balanced }
}
