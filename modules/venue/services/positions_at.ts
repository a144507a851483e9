import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import type { HeldPosition } from '#modules/ledger/extension/object_kind'
import { fromRecord } from '../core/books/record.ts'
import type { FillRecord } from '../core/engine/events.ts'
import { absolute } from '../core/engine/state.ts'
import { formatFixed } from '../core/numerics.ts'

const PREFIX = 'PERP:'
/** Positions are balances of the ledger, in millionths of the base unit. */
const ATOM_DECIMALS = 6

/** The positions of an account at a moment, from what the journal held then. */
@singleton()
export class PositionsAt {
  constructor(private database: Database) {}

  /** Each position has the leverage of its last fill before that moment. */
  async run(
    objectId: string,
    held: readonly { denomination: string; amount: bigint }[],
    asOf: number
  ): Promise<HeldPosition[]> {
    const positions: HeldPosition[] = []
    for (const { denomination, amount } of held) {
      if (!denomination.startsWith(PREFIX) || amount === 0n) continue
      const market = denomination.slice(PREFIX.length)
      positions.push({
        market,
        side: amount > 0n ? 'long' : 'short',
        size: formatFixed(absolute(amount), ATOM_DECIMALS),
        leverage: await this.#leverage(objectId, market, asOf),
      })
    }
    return positions
  }

  async #leverage(objectId: string, market: string, asOf: number): Promise<number> {
    const [row] = await this.database.read<{ record: string }>(
      `SELECT record FROM venue_fills WHERE object_id = ? AND market = ? AND created_at <= ?
        ORDER BY created_at DESC, id DESC LIMIT 1`,
      [objectId, market, toSqlDatetime(asOf)]
    )
    return row ? (fromRecord<FillRecord>(row.record).resultingPosition?.leverage ?? 1) : 1
  }
}
