import { inParts } from '#app/storage/row_parts'
import type { ValuationCut } from '#modules/ledger/extension/valuator'
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
 * The positions of accounts at a cut: sizes from the journal, entry value and leverage from the
 * last fill of each.
 *
 * @throws Error when journal and fills differ: a price would be put on a size that no account holds
 */
export async function positionsAtCut(
  cut: ValuationCut,
  objectIds: readonly string[],
  marketOf: (id: string) => { szDecimals: number }
): Promise<PositionAtCut[]> {
  const held = (await heldAtCut(cut, objectIds, 'positions'))
    .filter(({ settled }) => settled !== 0n)
    .map(({ denomination, ...row }) => ({ ...row, market: denomination.slice(PREFIX.length) }))
  const fills = await lastFills(cut, held)
  return held.map(({ objectId, market, settled }) => {
    const position = fills.get(`${objectId} ${market}`)
    if (!position || lotsToAtoms(position.size, marketOf(market)) !== settled) {
      throw new Error(`The journal holds another ${market} position of ${objectId} than its fills`)
    }
    return { objectId, market, ...position }
  })
}

type Resulting = NonNullable<FillRecord['resultingPosition']>

/**
 * Each market and object has its own condition: joined to a list, the query would walk through all
 * fills since the cut.
 */
async function lastFills(
  { session, committedAt }: ValuationCut,
  held: readonly { objectId: string; market: string }[]
): Promise<Map<string, Resulting>> {
  const found = new Map<string, Resulting>()
  for (const part of inParts(held, SEEKS_PER_STATEMENT)) {
    const rows = await session.read<{ objectId: string; market: string; record: string }>(
      part.map(() => LAST_FILL).join(' UNION ALL '),
      part.flatMap(({ objectId, market }) => [objectId, market, committedAt])
    )
    for (const { objectId, market, record } of rows) {
      const position = fromRecord<FillRecord>(record).resultingPosition
      if (position) found.set(`${objectId} ${market}`, position)
    }
  }
  return found
}

const SEEKS_PER_STATEMENT = 200
const LAST_FILL = `(SELECT object_id AS objectId, market, record FROM venue_fills
  WHERE object_id = ? AND market = ? AND created_at <= ?
  ORDER BY created_at DESC, id DESC LIMIT 1)`
