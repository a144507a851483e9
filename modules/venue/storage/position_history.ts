import type { ValuationCut } from '#app/extension/valuator'
import { heldAtCut } from '#modules/ledger/index'
import { lotsToAtoms } from '../core/books/ledger_legs.ts'
import { fromRecord } from '../core/books/record.ts'
import type { FillRecord } from '../core/engine/events.ts'
import type { Lots } from '../core/numerics.ts'

/** A position as it was at a cut. */
export interface PositionAtCut {
  objectId: string
  market: string
  /** Signed. */
  size: Lots
  entryNotional: bigint
  leverage: number
}

const PREFIX = 'PERP:'

/**
 * The positions of accounts at a cut: sizes from the journal, and from the fill that made each what
 * it was its entry value and leverage.
 *
 * @throws Error when journal and fills differ: a price would be put on a size nobody holds
 */
export async function positionsAtCut(
  cut: ValuationCut,
  objectIds: readonly string[],
  marketOf: (id: string) => { szDecimals: number }
): Promise<PositionAtCut[]> {
  const held = (await heldAtCut(cut, objectIds, 'positions')).filter(
    ({ settled }) => settled !== 0n
  )
  if (held.length === 0) return []
  const fills = await lastFills(cut, [...new Set(held.map(({ objectId }) => objectId))])
  return held.map(({ objectId, denomination, settled }) => {
    const market = denomination.slice(PREFIX.length)
    const position = fills.get(`${objectId} ${market}`)
    if (!position || lotsToAtoms(position.size, marketOf(market)) !== settled) {
      throw new Error(`The journal holds another ${market} position of ${objectId} than its fills`)
    }
    return { objectId, market, ...position }
  })
}

type Resulting = NonNullable<FillRecord['resultingPosition']>

async function lastFills(
  { session, committedAt }: ValuationCut,
  objectIds: readonly string[]
): Promise<Map<string, Resulting>> {
  const rows = await session.read<{ objectId: string; market: string; record: string | null }>(
    `SELECT b.object_id AS objectId, SUBSTRING(b.denomination, ${PREFIX.length + 1}) AS market,
            (SELECT f.record FROM venue_fills f
              WHERE f.object_id = b.object_id
                AND f.market = SUBSTRING(b.denomination, ${PREFIX.length + 1})
                AND f.created_at <= ?
              ORDER BY f.created_at DESC, f.id DESC LIMIT 1) AS record
       FROM balances b WHERE b.object_id IN (?) AND b.denomination LIKE '${PREFIX}%'`,
    [committedAt, objectIds]
  )
  return new Map(
    rows.flatMap(({ objectId, market, record }): [string, Resulting][] => {
      const position = record === null ? null : fromRecord<FillRecord>(record).resultingPosition
      return position ? [[`${objectId} ${market}`, position]] : []
    })
  )
}
