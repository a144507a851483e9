import { randomBytes } from 'node:crypto'
import { setImmediate as otherWork } from 'node:timers/promises'
import { singleton } from '#app/extension/singleton'
import { JournalCuts, owedObjects } from '#modules/ledger/index'
import { growTree, sumAt, type Liability, type TreeLevel } from '../core/liability_tree.ts'
import { LiabilityNodes } from '../storage/liability_nodes.ts'
import { LiabilityStore } from '../storage/liability_store.ts'
import { PoolStore } from '../storage/pool_store.ts'
import { CustodyChain } from './custody_chain.ts'

const SECRET_BYTES = 32
const HASH_BYTES = 32

/** The newest entry of a realm's journal, and what is owed there, boundary by boundary. */
interface OwedAtHead {
  seq: number
  owed: Map<string, Liability[]>
}

/**
 * Writes down what the objects of a realm are owed at the newest entry of its journal: a tree for each
 * boundary, since each boundary holds its own money on the chain.
 */
@singleton()
export class GrowLiabilities {
  constructor(
    private chain: CustodyChain,
    private cuts: JournalCuts,
    private store: LiabilityStore,
    private nodes: LiabilityNodes,
    private pools: PoolStore
  ) {}

  /**
   * Does nothing where the journal has not moved since: the contract takes each entry once.
   *
   * @returns how many trees were grown
   */
  async run(realmId: string): Promise<number> {
    const pool = await this.pools.find(realmId)
    if (pool?.state !== 'created' || !pool.address) return 0
    const known = await this.store.newest(realmId)
    const owing = known.filter(({ total }) => total > 0n).map(({ seq }) => seq)
    const newest = owing.length > 0 ? Math.min(...owing) : 0
    const { seq, owed } = await this.#owedAfter(realmId, newest)
    if (seq <= newest) return 0
    // A boundary that is owed nothing any more still has its old sum on the chain.
    for (const { boundaryId, total } of known) {
      if (total > 0n && !owed.has(boundaryId)) owed.set(boundaryId, [])
    }
    let trees = 0
    for (const [boundaryId, liabilities] of owed) {
      // Another process, or a run that ended early, has grown this one.
      if (known.some((tree) => tree.boundaryId === boundaryId && tree.seq >= seq)) continue
      if (await this.#grow({ realmId, boundaryId, seq, pool: pool.address }, liabilities)) trees++
    }
    return trees
  }

  /** What is owed is read only where the journal has moved since. */
  async #owedAfter(realmId: string, newest: number): Promise<OwedAtHead> {
    return this.cuts.now(realmId, async ({ session, seq }) => {
      const owed = new Map<string, Liability[]>()
      if (seq <= newest) return { seq, owed }
      for await (const page of owedObjects(session, realmId)) {
        for (const { boundaryId, objectId, settled } of page) {
          const liabilities = owed.get(boundaryId) ?? []
          liabilities.push({ objectId, amount: settled })
          owed.set(boundaryId, liabilities)
        }
      }
      return { seq, owed }
    })
  }

  async #grow(
    place: { realmId: string; boundaryId: string; seq: number; pool: `0x${string}` },
    liabilities: readonly Liability[]
  ): Promise<boolean> {
    const { store, nodes, chain } = this
    const secret = randomBytes(SECRET_BYTES)
    const levels = await grown(secret, liabilities)
    const top = levels.at(-1)
    const begun = await store.begin({
      ...place,
      secret,
      boundaryHash: chain.idHash(place.boundaryId),
      leaves: liabilities.length,
      root: top ? top.subarray(0, HASH_BYTES) : Buffer.alloc(HASH_BYTES),
      total: top ? sumAt(top, 0) : 0n,
    })
    if (!begun) return false
    await nodes.write(place, levels)
    await store.mark(place, 'growing', 'grown')
    return true
  }
}

/** Lets the process do other work in between. */
async function grown(secret: Buffer, liabilities: readonly Liability[]): Promise<TreeLevel[]> {
  if (liabilities.length === 0) return []
  const growing = growTree(secret, liabilities)
  for (;;) {
    const { done, value } = growing.next()
    if (done) return value
    await otherWork()
  }
}
