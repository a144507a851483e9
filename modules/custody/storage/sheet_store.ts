import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { count, Table } from '#app/storage/table'
import type { BalanceSheet } from '../core/balance_sheet.ts'
import { ChainNames } from '../core/chain_names.ts'

/** All realms of a chain together. Amounts in base units. */
export interface SheetSummary {
  realms: number
  broken: number
  unmeasured: number
  insolventBoundaries: number
  /** Of the sheets that show one, whatever its sign. */
  physicalDrift: number
  replayDrift: number
  /** Seconds since the oldest sheet was made. */
  oldestSeconds: number
}

const TOTALS = new Table<SheetSummary>('custody_sheets', {
  realms: count('COUNT(*)'),
  broken: count('COALESCE(SUM(conserved = 0), 0)'),
  unmeasured: count('COALESCE(SUM(conserved IS NULL), 0)'),
  insolventBoundaries: count('COALESCE(SUM(insolvent_boundaries), 0)'),
  physicalDrift: count('COALESCE(SUM(ABS(physical_drift)), 0)'),
  replayDrift: count('COALESCE(SUM(ABS(replay_drift)), 0)'),
  oldestSeconds: count('COALESCE(TIMESTAMPDIFF(SECOND, MIN(measured_at), ?), 0)'),
})

/** How old a sheet becomes of which nothing is known that would change it. */
const KEPT_SECONDS = 60

/** Pools that are read, with the sheet of each that has one. */
const SHEETS = `FROM custody_pools p
    JOIN custody_pool_cursors c ON c.chain_id = p.chain_id AND c.pool = p.address
    JOIN realm_heads h ON h.realm_id = p.realm_id
    LEFT JOIN custody_sheets s ON s.realm_id = p.realm_id AND s.chain_id = p.chain_id
   WHERE p.state = 'created'`

/**
 * Why a sheet is due: it looked wrong, so that the next look halts the realm or lets it be; something
 * that it shows may have changed since; or it is old. What no event and no entry tells, such as tokens that
 * somebody sent without being asked, waits until then; a lack of tokens does not (`WatchTokens`).
 */
const DUE = [
  's.broken_looks > 0 OR (s.insolvent_boundaries > 0 AND p.paper = 0)',
  's.conserved IS NULL OR s.final_seq <> c.final_seq OR s.journal_seq <> h.seq',
  // By a clock that is set back it was drawn up in the future.
  `ABS(TIMESTAMPDIFF(SECOND, s.measured_at, :now)) >= ${KEPT_SECONDS}`,
] as const

const dueFor = (reason: string, chainId: number) =>
  `${SHEETS} AND p.chain_id = ${chainId} AND (${reason})`

/** Finds a row while a sheet of this chain is due. */
export function dueSheets(chainId: number): string {
  return `SELECT 1 ${dueFor(DUE.join(' OR '), chainId)}`
}

/** The newest balance sheet of each realm of one chain. */
@singleton()
export class SheetStore {
  constructor(
    private database: Database,
    private clock: Clock,
    private chain: ChainNames
  ) {}

  /** Whose sheet is due, the oldest of each reason first. None can keep the others waiting for ever. */
  async due(limit: number): Promise<string[]> {
    const share = Math.ceil(limit / DUE.length)
    const parts = DUE.map(
      (reason) => `(SELECT p.realm_id ${dueFor(reason, this.chain.chainId)}
         ORDER BY s.measured_at, p.realm_id LIMIT ${share})`
    )
    const rows = await this.database.read<{ realm_id: string }>(
      parts.join(' UNION ').replace(':now', '?'),
      [toSqlDatetime(this.clock.nowMicros())]
    )
    return rows.map((row) => row.realm_id)
  }

  /**
   * @param broken true and false where pool and projection could be compared; null changes nothing
   * @returns how often in a row it was broken
   */
  async record(
    realmId: string,
    sheet: BalanceSheet,
    at: { block: number | null; finalSeq: number; journalSeq: number },
    broken: boolean | null
  ): Promise<number> {
    const insolvent = sheet.boundaries.filter(({ solvent }) => solvent === false).length
    const looks = broken === null ? 'broken_looks' : broken ? 'broken_looks + 1' : '0'
    await this.database.write(
      `INSERT INTO custody_sheets
         (realm_id, chain_id, measured_at, block_number, final_seq, journal_seq, conserved,
          physical_drift, replay_drift, stranded, unattributed, insolvent_boundaries, broken_looks)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON DUPLICATE KEY UPDATE chain_id = VALUES(chain_id), measured_at = VALUES(measured_at),
         block_number = VALUES(block_number), final_seq = VALUES(final_seq),
         journal_seq = VALUES(journal_seq), conserved = VALUES(conserved),
         physical_drift = VALUES(physical_drift), replay_drift = VALUES(replay_drift), stranded = VALUES(stranded),
         unattributed = VALUES(unattributed),
         insolvent_boundaries = VALUES(insolvent_boundaries), broken_looks = ${looks}`,
      [
        realmId,
        this.chain.chainId,
        toSqlDatetime(this.clock.nowMicros()),
        at.block,
        at.finalSeq,
        at.journalSeq,
        broken === null ? null : !broken,
        ...[sheet.physicalDrift, sheet.replayDrift, sheet.stranded, sheet.unattributed].map(
          (amount) => amount?.toString() ?? null
        ),
        insolvent,
        broken ? 1 : 0,
      ]
    )
    if (broken === false) return 0
    const [row] = await this.database.read<{ broken_looks: number }>(
      'SELECT broken_looks FROM custody_sheets WHERE realm_id = ?',
      [realmId]
    )
    return Number(row?.broken_looks ?? 0)
  }

  async summary(): Promise<SheetSummary> {
    const now = toSqlDatetime(this.clock.nowMicros())
    const [totals] = await TOTALS.all(this.database, 'WHERE chain_id = ?', [
      now,
      this.chain.chainId,
    ])
    return totals!
  }
}
