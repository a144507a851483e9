import type { SqlParameter, SqlReader } from '#app/storage/database'
import type { RealmState } from '../core/state.ts'
import { addBalance, addObject, type BalanceRow } from './party_loader.ts'
import { OBJECT_COLUMNS, type ObjectRow } from './rows.ts'

/** Rows of several realms: conditions, and what is bound in them. */
export interface Condition {
  where: string
  values: readonly SqlParameter[]
}

type NamedRow = ObjectRow & { is_used: string | number } & (
    | { balance_denomination: null }
    | (Omit<BalanceRow, 'object_id' | 'denomination'> & { balance_denomination: string })
  )

/**
 * Takes: the usable objects that requests name, and the operations whose paths they want to use.
 * Loads the objects with their balances, and tells whether any of the operations is there: mostly
 * none is, and each of these looks would be a turn of its own while the realm is locked. Call with
 * the heads locked: nobody else changes any of this then.
 *
 * @returns also the ids of objects whose balances are loaded
 */
export async function loadNamed(
  session: SqlReader,
  states: Map<string, RealmState>,
  { objects, operations }: { objects: Condition; operations: Condition }
): Promise<{ isUsed: boolean; balanced: Set<string> }> {
  const isUsed =
    operations.where === '' ? '0' : `EXISTS (SELECT 1 FROM operations WHERE ${operations.where})`
  const rows = await session.read<NamedRow>(
    `SELECT named.*, b.denomination AS balance_denomination, b.settled, b.arriving, b.departing,
            ${isUsed} AS is_used
       FROM (SELECT ${OBJECT_COLUMNS} FROM objects
              WHERE active_key = '' AND (${objects.where})) named
       LEFT JOIN balances b ON b.object_id = named.id`,
    [...operations.values, ...objects.values]
  )
  const balanced = new Set<string>()
  for (const row of rows) {
    const { id } = row
    const state = states.get(row.realm_id)!
    if (!balanced.has(id)) addObject(state, row)
    balanced.add(id)
    if (row.balance_denomination === null) continue
    addBalance(state, { ...row, object_id: id, denomination: row.balance_denomination })
  }
  // Without an object nobody has looked.
  return { isUsed: rows.length === 0 || Number(rows[0]!.is_used) > 0, balanced }
}
