import type { Principal } from '#app/extension/principal'
import { SharedReads } from '#app/storage/shared_reads'

/**
 * Reads that are shared by the unrestricted credentials that ask for the same at the same time: all
 * of them see the same. What a restricted credential asks is read for it alone.
 *
 * Whether a caller may ask at all is decided before, for each caller. A value that was read is
 * never changed, because several callers have it.
 */
export class SharedSight<Query, Value> {
  #shared: SharedReads<Value, { principal: Principal; query: Query }>

  /** @param query holds all that the value depends on, and its realm or another id of its tenant */
  constructor(private load: (principal: Principal, query: Query) => Promise<Value>) {
    this.#shared = new SharedReads(
      ({ principal, query }) => this.load(principal, query),
      ({ query }) => JSON.stringify(query)
    )
  }

  read(principal: Principal, query: Query): Promise<Value> {
    if (principal.statements !== null) return this.load(principal, query)
    return this.#shared.read({ principal, query })
  }
}
