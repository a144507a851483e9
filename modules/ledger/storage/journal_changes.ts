import { toSqlDatetime } from '#app/clock/timestamp'
import { atomsToColumn } from '#app/money/usd'
import type { SqlSession, SqlValue } from '#app/storage/database'
import { inParts } from '#app/storage/row_parts'
import type { PostedEntry } from '../core/apply.ts'
import { assert } from '../core/assert.ts'
import type { Operation } from '../core/terms.ts'
import { storedOutcome } from './outcome_text.ts'

/** A complete statement that changes rows, and how many of them it has to find. */
export interface Change {
  sql: string
  rows: number
  /** What does not hold when it finds fewer. */
  promise: string
}

/** How a value is written: the driver would copy each outcome character by character, for its double quotes. */
type Literal = (value: SqlValue) => string

/** What a group changes of pending operations and of open holds. */
export function changesOf(entries: readonly PostedEntry[], literal: Literal): Change[] {
  return [...stepsOfOperations(entries, literal), ...endsOfHolds(entries, literal)]
}

export async function makeChanges(session: SqlSession, changes: readonly Change[]) {
  for (const { sql, rows, promise } of changes) {
    const { affectedRows } = await session.write(sql)
    assert(affectedRows === rows, promise)
  }
}

/** A change with its check, where several statements go as one. */
export function checked({ sql, rows, promise }: Change): string[] {
  const refuse = `IF ROW_COUNT() <> ${rows}
    THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${promise}'; END IF`
  return [sql, refuse]
}

/** Not more, because the database compares each row with the ids of all. */
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
function stepsOfOperations(entries: readonly PostedEntry[], literal: Literal): Change[] {
  const last = new Map<string, Operation>()
  for (const { posting } of entries) {
    const { operation } = posting
    if (operation?.kind === 'transition') last.set(operation.row.id, operation.row)
  }
  return [...inParts([...last.values()], STEPS_OF_STATEMENT)].map((operations) => ({
    sql: stepsOf(operations, literal),
    rows: operations.length,
    promise: 'An operation that takes a step is stored',
  }))
}

/** What all have alike is named once. */
function stepsOf(operations: readonly Operation[], literal: Literal): string {
  const ids = operations.map(({ id }) => literal(id))
  const columns = Object.entries(STEP).map(([column, valueOf]) => {
    const found = operations.map(valueOf)
    if (new Set(found).size === 1) return `${column} = ${literal(found[0] ?? null)}`
    const cases = found.map((value, at) => `WHEN ${ids[at]} THEN ${literal(value)}`)
    return `${column} = CASE id ${cases.join(' ')} END`
  })
  return `UPDATE operations SET ${columns.join(', ')} WHERE id IN (${ids.join(', ')})`
}

/** Ends of holds at the time of their group. */
function endsOfHolds(entries: readonly PostedEntry[], literal: Literal): Change[] {
  const closed = entries.flatMap(({ posting, committedAt }) =>
    posting.closedHolds.map(({ hold, as }) => ({ id: hold.operationId, as, at: committedAt }))
  )
  const alike = Map.groupBy(closed, ({ as, at }) => `${as} ${at}`)
  return [...alike.values()].map((holds) => {
    const [{ as, at }] = holds as [(typeof holds)[0]]
    const ids = [...new Set(holds.map(({ id }) => literal(id)))]
    const sql = `UPDATE holds SET state = ${literal(as)}, resolved_at = ${literal(toSqlDatetime(at))},
        expires_at = NULL, room = ''
      WHERE operation_id IN (${ids.join(', ')}) AND state = 'open'`
    return { sql, rows: holds.length, promise: 'A hold is resolved at most once' }
  })
}
