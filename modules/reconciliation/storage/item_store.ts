import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { count, json, money, part, Table, text, time } from '#app/storage/table'
import type { BookEntry } from '../core/book_entry.ts'
import type { FileLine } from '../core/file_line.ts'
import type { Item, ItemState } from '../core/match.ts'

const ITEMS = new Table<Item>('reconciliation_items', {
  number: count(),
  state: text(),
  rule: count(),
  suggestion: count(),
  line: part<FileLine | null>({
    row: count('line_row'),
    day: count('line_day'),
    amount: money('line_amount'),
    references: json('line_references'),
    text: text('line_text'),
  }),
  entry: part<BookEntry | null>({
    seq: count('entry_seq'),
    at: time('entry_at'),
    type: text('entry_type'),
    operationId: text('operation_id'),
    operationPath: text('operation_path'),
    reference: text('entry_reference'),
    amount: money('entry_amount'),
  }),
})

/** Stores what came of reconciliations, item by item. */
@singleton()
export class ItemStore {
  constructor(private database: Database) {}

  /** Items that are there already stay as they are. */
  async add(session: SqlSession, reconciliationId: string, items: readonly Item[]): Promise<void> {
    await ITEMS.insertNew(session, items, { reconciliation_id: reconciliationId })
  }

  /** Those after a number, in their order. */
  after(id: string, number: number, limit: number, state?: ItemState): Promise<Item[]> {
    const filter = state === undefined ? '' : ' AND state = ?'
    return ITEMS.all(
      this.database,
      `WHERE reconciliation_id = ? AND number > ?${filter} ORDER BY number LIMIT ${limit}`,
      [id, number, ...(state === undefined ? [] : [state])]
    )
  }
}
