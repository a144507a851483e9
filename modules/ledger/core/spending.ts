import type { Micros } from '#app/clock/clock'
import { formatUsd, type Atoms } from '#app/money/usd'
import { refuse, type Refusal } from './decision.ts'
import type { RealmState } from './state.ts'
import type { SpendDraft } from './terms.ts'

/** The sums that a policy lets a credential move out of one object; one that is kept is enough. */
export interface Spending {
  credentialId: string
  /** The action that the policy permits so. */
  action: string
  windows: { amount: Atoms; seconds: number }[]
  /** The windows end now and begin as long before this moment: never later than they should. */
  askedAt: Micros
}

type Spender = Pick<SpendDraft, 'credentialId' | 'objectId'>

function spenderKey({ credentialId, objectId }: Spender): string {
  return `${credentialId}|${objectId}|`
}

/** Names one window in `RealmState.spent`. */
export function windowKey(spender: Spender, seconds: number): string {
  return `${spenderKey(spender)}${seconds}`
}

/** The windows that a request looks at, as `Reads` names them: the key, and when each begins. */
export function windowsRead(spending: Spending | undefined, objectId: string): string[] {
  return (spending?.windows ?? []).map(({ seconds }) => {
    const since = spending!.askedAt - seconds * 1_000_000
    return `${windowKey({ credentialId: spending!.credentialId, objectId }, seconds)}|${since}`
  })
}

/** @returns what to write when the movement is accepted, or the refusal */
export function spendOf(
  state: RealmState,
  spending: Spending | undefined,
  { objectId, path, operationId, amount }: Omit<SpendDraft, 'credentialId'> & { path: string }
): { spends: SpendDraft[] } | { refusal: Refusal } {
  if (!spending) return { spends: [] }
  const { credentialId, action, windows } = spending
  const left = windows.map(
    (window) =>
      window.amount - (state.spent.get(windowKey({ credentialId, objectId }, window.seconds)) ?? 0n)
  )
  if (left.some((rest) => amount <= rest)) {
    return { spends: [{ credentialId, objectId, operationId, amount }] }
  }
  const most = left.reduce((a, b) => (b > a ? b : a))
  const remaining = formatUsd(most > 0n ? most : 0n)
  return {
    refusal: refuse('FORBIDDEN', {
      message: `The credential may move ${remaining} out of ${path} in the window of its scope, and ${formatUsd(amount)} is asked.`,
      next: 'Ask again once earlier movements have left the window, or name a smaller amount.',
      details: { action, resource: path, condition: 'windowLte', remaining },
    }),
  }
}

/** Counts a spend in every window of its credential and object that is loaded. */
export function countSpend(state: RealmState, spend: SpendDraft) {
  const prefix = spenderKey(spend)
  for (const [key, sum] of state.spent) {
    if (key.startsWith(prefix)) state.spent.set(key, sum + spend.amount)
  }
}
