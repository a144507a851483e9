import type { Atoms } from '#app/money/usd'

/** What is left of a change of value once what came in and went out is taken away. */
export function profitAndLoss(
  startingEquity: Atoms,
  endingEquity: Atoms,
  { netInflows, netOutflows }: { netInflows: Atoms; netOutflows: Atoms }
) {
  const pnl = endingEquity - startingEquity - netInflows + netOutflows
  return { startingEquity, endingEquity, pnl }
}
