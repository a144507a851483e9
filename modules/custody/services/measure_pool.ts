import type { ChainGateway } from '../chain/gateway.ts'
import type { Address, Call, ChainValue } from '../core/chain_types.ts'
import type { ChainCut } from '../core/balance_sheet.ts'
import type { PoolCut } from '../storage/sheet_cut_reader.ts'

/** A pool at the block of a cut, and whether the cut follows it up to there. */
export interface Measured {
  chain: ChainCut
  /** False while events of the pool are missing in the projection: the two cannot be compared. */
  followed: boolean
}

interface Totals {
  counters: { total: bigint; seq: bigint }
  vaultedTotal: bigint
  poolHeld: bigint
  boundaryCount: bigint
  objectCount: bigint
}

interface BoundaryRow {
  boundaryId: string
  boundary: { balance: bigint; vaulted: bigint }
}

interface ObjectRow {
  objectId: string
  object: { balance: bigint }
  held: bigint
}

/** Rows of one call: its gas stays far below what nodes allow. */
const PAGE = 100

/**
 * Reads a pool and all its parts at one block, in one batch.
 *
 * @returns null when the node shows no such block, or another one, or not all of it
 * @throws ChainUnreachable, WrongChain
 */
export async function measurePool(
  gateway: ChainGateway,
  lens: Address,
  cut: PoolCut
): Promise<Measured | null> {
  const header = await gateway.header(cut.block)
  if (!header || (cut.blockHash !== null && header.hash !== cut.blockHash)) return null
  const view = (fn: string, ...args: ChainValue[]): Call => ({
    contract: 'CustodyLens',
    to: lens,
    fn,
    args: [cut.address, ...args],
  })
  const pages = (fn: string, count: number) =>
    starts(count).map((first) => view(fn, BigInt(first), BigInt(PAGE)))
  const calls = {
    totals: [view('totals')],
    boundaries: pages('boundaryPage', cut.boundaries),
    objects: pages('objectPage', cut.vaults),
    deposits: starts(cut.deposits.length).map((first) =>
      view(
        'deposits',
        cut.deposits.slice(first, first + PAGE).map(({ boundaryId, ref }) => ({ boundaryId, ref }))
      )
    ),
  }
  const answers = await gateway.callMany(Object.values(calls).flat(), cut.block)
  if (answers.some(({ ok }) => !ok)) return null
  const values = answers.map((answer) => (answer.ok ? answer.value : null))
  const take = (wanted: readonly Call[]) => values.splice(0, wanted.length)
  const totals = take(calls.totals)[0] as unknown as Totals
  const boundaries = take(calls.boundaries).flat() as unknown as BoundaryRow[]
  const objects = take(calls.objects).flat() as unknown as ObjectRow[]
  const unswept = take(calls.deposits).flatMap(
    (each) => (each as unknown as { held: bigint[] }).held
  )
  return {
    // With the same number of events both have seen the same history of the pool.
    followed: totals.counters.seq === BigInt(cut.finalSeq),
    chain: {
      contractTotal: totals.counters.total,
      vaultedTotal: totals.vaultedTotal,
      poolHeld: totals.poolHeld,
      unswept: unswept.reduce((sum, held) => sum + held, 0n),
      boundaries: boundaries.map(({ boundaryId, boundary: { balance, vaulted } }) => ({
        hash: boundaryId,
        holding: balance + vaulted,
      })),
      vaults: objects.map(({ objectId, object, held }) => ({
        hash: objectId,
        balance: object.balance,
        held,
        owned: cut.owned.has(objectId),
      })),
    },
  }
}

function starts(count: number): number[] {
  return Array.from({ length: Math.ceil(count / PAGE) }, (_, page) => page * PAGE)
}
