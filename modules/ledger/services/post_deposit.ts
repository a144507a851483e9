import type { Principal } from '#app/extension/principal'
import type { OutboxJob } from '#app/queue/job'
import { formatUsd, type Atoms } from '#app/money/usd'
import type { Operation } from '../core/terms.ts'
import { operationDraft } from './operation_draft.ts'
import { operationOf } from './poster/outcomes.ts'
import type { Poster } from './poster/poster.ts'

export interface DepositTerms {
  realmId: string
  operationId: string
  operationPath: string
  target: { id: string; path: string }
  amount: Atoms
  /** What makes two requests with one path the same, besides object and amount. */
  inputs: Record<string, string | null>
  inTransit: boolean
  /** How long it may be answered, in microseconds; for ever without. */
  openMicros?: number
  jobs: OutboxJob[]
}

/** Posts the opening of a deposit, whoever announces it. */
export async function postDeposit(
  poster: Poster,
  principal: Principal,
  terms: DepositTerms
): Promise<{ operation: Operation; replayed: boolean }> {
  const { realmId, operationId, operationPath, target, amount, inTransit, openMicros, jobs } = terms
  const inputs = { objectPath: target.path, amount: formatUsd(amount), ...terms.inputs }
  const outcome = await poster.post({
    kind: 'open_deposit',
    realmId,
    operation: operationDraft(principal, {
      id: operationId,
      path: operationPath,
      type: 'deposit',
      inputs,
      request: { realmId, path: operationPath, ...inputs },
    }),
    target,
    amount,
    inTransit,
    openMicros,
    jobs,
  })
  return operationOf(outcome)
}
