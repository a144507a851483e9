import type { Atoms } from '#app/money/usd'
import type { ServiceObject } from '#modules/ledger/extension/ledger_terms'
import type { ValuationCut } from '#modules/ledger/extension/valuator'
import { crossingDetails, crossingsBetween, type Crossing } from '#modules/ledger/index'

/** A deposit, withdrawal or transfer that crossed the border of the valued objects. */
export interface ExternalFlow {
  /** null when no operation asked for it. */
  operationId: string | null
  type: string
  direction: 'inflow' | 'outflow'
  /** Without the fee: a fee is a loss, and no value that lives on elsewhere. */
  amount: Atoms
  sourceObjectPath: string | null
  targetObjectPath: string | null
  at: number
}

export interface ExternalFlows {
  netInflows: Atoms
  netOutflows: Atoms
  /** How many flows there were. */
  total: number
  /** In order of time; of very many flows the newest. */
  flows: ExternalFlow[]
}

/**
 * The flows across the border of some objects, after one cut and up to another.
 *
 * @param objects all that existed in between: the value of a deleted one belonged to them while it
 *   lived
 * @param most how many flows to list; all of them are summed
 */
export async function externalFlows(
  from: ValuationCut,
  to: ValuationCut,
  objects: readonly ServiceObject[],
  most: number
): Promise<ExternalFlows> {
  const ids = objects.map(({ id }) => id)
  const crossings = await crossingsBetween(from, to, ids)
  const sum = { netInflows: 0n, netOutflows: 0n }
  for (const { amount } of crossings) {
    if (amount > 0n) sum.netInflows += amount
    else sum.netOutflows -= amount
  }
  const listed = crossings.slice(-most)
  return { ...sum, total: crossings.length, flows: await described(to, listed) }
}

async function described(
  cut: ValuationCut,
  crossings: readonly Crossing[]
): Promise<ExternalFlow[]> {
  const details = await crossingDetails(
    cut,
    crossings.map(({ seq }) => seq)
  )
  return crossings.map(({ seq, amount }) => {
    const detail = details.get(seq)
    if (!detail) throw new Error(`Legs of entry ${seq} have no entry`)
    const { operationId, type, sourcePath, targetPath, committedAt } = detail
    return {
      operationId,
      type,
      direction: amount > 0n ? 'inflow' : 'outflow',
      amount: amount > 0n ? amount : -amount,
      sourceObjectPath: sourcePath,
      targetObjectPath: targetPath,
      at: committedAt,
    }
  })
}
