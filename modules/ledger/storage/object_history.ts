import { columnToAtoms, type Atoms } from '#app/money/usd'
import type { SqlReader } from '#app/storage/database'

/** What an object held at a cut, per denomination; nothing before it was created. */
export interface HeldAt {
  denomination: string
  amount: Atoms
}

/** The newest entry of a realm at or before a moment (DATETIME(6) text); 0 before its first. */
export async function cutAt(session: SqlReader, realmId: string, time: string): Promise<number> {
  const [row] = await session.read<{ seq_to: string | number }>(
    `SELECT seq_to FROM journal_groups WHERE realm_id = ? AND committed_at <= ?
      ORDER BY committed_at DESC LIMIT 1`,
    [realmId, time]
  )
  return Number(row?.seq_to ?? 0)
}

/** Reads one leg per denomination, wherever it lies in however long a history. */
export async function heldAt(
  session: SqlReader,
  objectId: string,
  cutSeq: number
): Promise<HeldAt[]> {
  const balances = await session.read<{ denomination: string }>(
    'SELECT denomination FROM balances WHERE object_id = ? ORDER BY denomination',
    [objectId]
  )
  const held: HeldAt[] = []
  for (const { denomination } of balances) {
    const [leg] = await session.read<{ balance_after: string }>(
      `SELECT balance_after FROM journal_legs
        WHERE object_id = ? AND denomination = ? AND seq <= ?
        ORDER BY seq DESC, leg_no DESC LIMIT 1`,
      [objectId, denomination, cutSeq]
    )
    held.push({ denomination, amount: leg ? columnToAtoms(leg.balance_after) : 0n })
  }
  return held
}
