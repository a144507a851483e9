import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { cursorPart, decodeCursor, encodeCursor } from '#app/storage/cursor'
import type { Item, ItemState } from '../core/match.ts'
import type { Reconciliation } from '../core/reconciliation.ts'
import { RECONCILIATION_LIMITS } from '../limits.ts'
import { ItemStore } from '../storage/item_store.ts'
import { FindReconciliation } from './find_reconciliation.ts'

export interface ItemsQuery {
  state?: ItemState
  limit: number
  cursor?: string
}

/** Reads what came of a reconciliation, in the order of its numbers. */
@singleton()
export class ReadItems {
  constructor(
    private find: FindReconciliation,
    private items: ItemStore
  ) {}

  /** @throws ServiceError NOT_FOUND, FORBIDDEN, CONFLICT while there is no report, VALIDATION_ERROR */
  async page(principal: Principal, id: string, { state, limit, cursor }: ItemsQuery) {
    const { summary } = await this.#completed(principal, id)
    const list = ['reconciliation_items', id, state ?? null]
    const after = cursor === undefined ? 0 : decodeCursor(cursor, list, [cursorPart.count])[0]
    const rows = await this.items.after(id, Number(after), limit + 1, state)
    const items = rows.slice(0, limit)
    const counted = Object.entries(summary!).filter(([name]) => (state ?? name) === name)
    return {
      items,
      total: counted.reduce((sum, [, { count }]) => sum + count, 0),
      nextCursor: rows.length > limit ? encodeCursor([items.at(-1)!.number], list) : null,
    }
  }

  /** All of them, a page at a time. What is written does not change any more. */
  async pages(principal: Principal, id: string, state?: ItemState): Promise<AsyncIterable<Item[]>> {
    await this.#completed(principal, id)
    return this.#pages(id, state)
  }

  async *#pages(id: string, state: ItemState | undefined): AsyncGenerator<Item[]> {
    for (let number = 0; ;) {
      const items = await this.items.after(id, number, RECONCILIATION_LIMITS.batch, state)
      if (items.length > 0) yield items
      if (items.length < RECONCILIATION_LIMITS.batch) return
      number = items.at(-1)!.number
    }
  }

  /** A part of a report would be read as the whole: what nobody has compared yet is not missing. */
  async #completed(principal: Principal, id: string): Promise<Reconciliation> {
    const found = await this.find.run(principal, id, 'svc:ReadReconciliation')
    if (found.status === 'completed') return found
    throw new ServiceError('CONFLICT', {
      message: `The reconciliation ${id} has no report: it is ${found.status}.`,
      next:
        found.status === 'running'
          ? 'Read it again when GET /api/v1/reconciliations/:id says completed.'
          : 'GET /api/v1/reconciliations/:id says why; upload the file again.',
      details: { status: found.status },
    })
  }
}
