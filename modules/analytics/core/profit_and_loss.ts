import type { Atoms } from '#app/money/usd'

/** The change of value, without what came in and what went out. */
export function profitAndLoss(
  startingEquity: Atoms,
  endingEquity: Atoms,
  { netInflows, netOutflows }: { netInflows: Atoms; netOutflows: Atoms }
) {
  const pnl = endingEquity - startingEquity - netInflows + netOutflows
  return { startingEquity, endingEquity, pnl }
}
