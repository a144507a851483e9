import { toSqlDatetime } from '#app/clock/timestamp'
import { atomsToColumn } from '#app/money/usd'
import type { Query, SqlParameter, SqlSession } from '#app/storage/database'
import { inParts } from '#app/storage/row_parts'
import type { PostedEntry } from '../core/apply.ts'
import { assert } from '../core/assert.ts'
import type { Operation } from '../core/terms.ts'
import { storedOutcome } from './outcome_text.ts'

/** A statement that changes rows, and how many of them it has to find. */
export interface Change {
  query: Query
  rows: number
  /** What does not hold when it finds fewer. */
  promise: string
}

/** What a group changes of pending operations and of open holds. */
export function changesOf(entries: readonly PostedEntry[]): Change[] {
  return [...stepsOfOperations(entries), ...endsOfHolds(entries)]
}

export async function makeChanges(session: SqlSession, changes: readonly Change[]) {
  for (const { query, rows, promise } of changes) {
    const { affectedRows } = await session.write(query.sql, query.values)
    assert(affectedRows === rows, promise)
  }
}

/** A change with its check, where several statements go as one. */
export function checked({ query, rows, promise }: Change): Query[] {
  const refuse = `IF ROW_COUNT() <> ${rows}
    THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${promise}'; END IF`
  return [query, { sql: refuse, values: [] }]
}

/** As many as a small group has, because the database compares each row with the ids of all. */
const STEPS_OF_STATEMENT = 64

const STEP = {
  state: ({ state }) => state,
  outcome: (operation) => storedOutcome(operation),
  failure_message: ({ failureMessage }) => failureMessage,
  amount: ({ amount }) => (amount === null ? null : atomsToColumn(amount)),
  updated_at: ({ updatedAt }) => toSqlDatetime(updatedAt),
} satisfies Record<string, (operation: Operation) => string | null>

/**
 * The steps of pending operations, each in its last state of the group. Only what a step changes is
 * sent: an INSERT that updates the rows it finds brings inputs, paths and hashes along, which the
 * database reads and throws away.
 */
function stepsOfOperations(entries: readonly PostedEntry[]): Change[] {
  const last = new Map<string, Operation>()
  for (const { posting } of entries) {
    const { operation } = posting
    if (operation?.kind === 'transition') last.set(operation.row.id, operation.row)
  }
  return [...inParts([...last.values()], STEPS_OF_STATEMENT)].map((operations) => ({
    query: stepsOf(operations),
    rows: operations.length,
    promise: 'An operation that takes a step is stored',
  }))
}

/** What all have alike is named once. */
function stepsOf(operations: readonly Operation[]): Query {
  const values: SqlParameter[] = []
  const columns = Object.entries(STEP).map(([column, valueOf]) => {
    const found = operations.map(valueOf)
    if (new Set(found).size === 1) {
      values.push(found[0]!)
      return `${column} = ?`
    }
    values.push(...operations.flatMap(({ id }, at) => [id, found[at]!]))
    return `${column} = CASE id${' WHEN ? THEN ?'.repeat(operations.length)} END`
  })
  const ids = operations.map(({ id }) => id)
  return {
    sql: `UPDATE operations SET ${columns.join(', ')} WHERE id IN (?)`,
    values: [...values, ids],
  }
}

/** Ends of holds at the time of their group. */
function endsOfHolds(entries: readonly PostedEntry[]): Change[] {
  const closed = entries.flatMap(({ posting, committedAt }) =>
    posting.closedHolds.map(({ hold, as }) => ({ id: hold.operationId, as, at: committedAt }))
  )
  const alike = Map.groupBy(closed, ({ as, at }) => `${as} ${at}`)
  return [...alike.values()].map((holds) => {
    const [{ as, at }] = holds as [(typeof holds)[0]]
    const sql = `UPDATE holds SET state = ?, resolved_at = ?, expires_at = NULL, room = ''
      WHERE operation_id IN (?) AND state = 'open'`
    const ids = [...new Set(holds.map(({ id }) => id))]
    return {
      query: { sql, values: [as, toSqlDatetime(at), ids] },
      rows: holds.length,
      promise: 'A hold is resolved at most once',
    }
  })
}
