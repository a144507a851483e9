import { formatUsd, type Atoms } from '#app/money/usd'
import { refuse, type Refusal } from './decision.ts'
import { availableOf, balanceOf, type RealmState } from './state.ts'
import { USD, type LedgerObject } from './terms.ts'

/**
 * What must hold of the two sides before a movement, as its caller has read it. Balances are those
 * that readers see as settled: without what is committed to leave.
 */
export interface Conditions {
  sourceAtLeast?: Atoms
  targetAtMost?: Atoms
  /** The sequence of the newest entry that has changed the balance of the source. */
  sourceVersion?: number
}

/** The objects whose versions a request looks at, as `Reads` names them. */
export function versionsRead(conditions: Conditions | undefined, sourceId: string): string[] {
  return conditions?.sourceVersion === undefined ? [] : [sourceId]
}

/** The refusal of a movement one of whose conditions does not hold; null when all do. */
export function unmetCondition(
  state: RealmState,
  conditions: Conditions | undefined,
  { source, target }: { source: LedgerObject; target: LedgerObject | null }
): Refusal | null {
  if (!conditions) return null
  const own = [source, target].find((side) => side?.keepsOwnBooks)
  if (own) return ownBooks(own)
  const { sourceAtLeast, targetAtMost, sourceVersion } = conditions
  const paying = availableOf(balanceOf(state, source.id, USD))
  if (sourceAtLeast !== undefined && paying < sourceAtLeast) {
    const wanted = `at least ${formatUsd(sourceAtLeast)}`
    return failed('ifSourceBalanceAtLeast', source.path, wanted, formatUsd(paying))
  }
  const version = state.versions.get(source.id) ?? 0
  if (sourceVersion !== undefined && version !== sourceVersion) {
    return failed('ifSourceVersion', source.path, `version ${sourceVersion}`, version)
  }
  if (targetAtMost === undefined || target === null) return null
  const receiving = availableOf(balanceOf(state, target.id, USD))
  if (receiving <= targetAtMost) return null
  const wanted = `at most ${formatUsd(targetAtMost)}`
  return failed('ifTargetBalanceAtMost', target.path, wanted, formatUsd(receiving))
}

function failed(condition: string, path: string, wanted: string, actual: string | number): Refusal {
  return refuse('CONDITION_FAILED', {
    message: `The condition ${condition} wants ${wanted} at ${path}, and ${actual} is there.`,
    details: { condition, actual },
  })
}

function ownBooks({ path, type }: LedgerObject): Refusal {
  return refuse('VALIDATION_ERROR', {
    message: `${path} (${type}) keeps books of its own, and no condition is put on what it holds.`,
    next: 'Leave the conditions out, or name denominated objects.',
  })
}
