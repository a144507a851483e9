import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { SharedReads } from '#app/storage/shared_reads'
import { type Fault, FaultStore } from '../storage/fault_store.ts'
import { feedOfRealm } from './feed_directory.ts'

export interface FaultTarget {
  market: string | null
  objectId: string
}

/** Asks whether a builder wants an order to be refused. */
@singleton()
export class TakeFault {
  /**
   * The planned faults of each feed. Hardly any feed has one, and every order asks, so reads are
   * shared.
   */
  #asked: SharedReads<Fault[]>

  constructor(
    private database: Database,
    private faults: FaultStore
  ) {
    this.#asked = new SharedReads((feedId) => faults.list(database, feedId))
  }

  /**
   * Uses up one of the faults that fit an order, the oldest first. This commits on its own: the
   * attempt uses the fault up, whatever becomes of the order.
   *
   * @param spares called when there is a fault to use up; an order for which it answers true is not
   *   refused
   * @returns the error code to refuse with, or null
   */
  async run(
    realmId: string,
    target: FaultTarget,
    spares: () => Promise<boolean>
  ): Promise<string | null> {
    const feedId = feedOfRealm(realmId)
    const fitting = (await this.#asked.read(feedId)).filter((fault) => fits(fault, target))
    if (fitting.length === 0 || (await spares())) return null
    return this.database.transaction(async (session) => {
      for (const { seq, code } of fitting) {
        if (await this.faults.use(session, feedId, seq)) return code
      }
      return null
    })
  }
}

function fits({ market, objectId }: Fault, target: FaultTarget): boolean {
  return (
    (market === null || market === target.market) &&
    (objectId === null || objectId === target.objectId)
  )
}
