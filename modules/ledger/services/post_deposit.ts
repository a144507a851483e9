import type { Principal } from '#app/extension/principal'
import type { OutboxJob } from '#app/queue/job'
import { formatUsd, type Atoms } from '#app/money/usd'
import { requestHash } from '#modules/ledger/core/request_hash'
import type { Operation } from '#modules/ledger/core/terms'
import { operationOf } from '#modules/ledger/services/poster/outcomes'
import type { Poster } from '#modules/ledger/services/poster/poster'

export interface DepositTerms {
  realmId: string
  operationId: string
  operationPath: string
  target: { id: string; path: string }
  amount: Atoms
  /** What makes two requests with one path the same, besides object and amount. */
  inputs: Record<string, string | null>
  inTransit: boolean
  jobs: OutboxJob[]
}

/** Posts the opening of a deposit, whoever announces it. */
export async function postDeposit(
  poster: Poster,
  { actor }: Principal,
  terms: DepositTerms
): Promise<{ operation: Operation; replayed: boolean }> {
  const { realmId, operationId, operationPath, target, amount, inTransit, jobs } = terms
  const inputs = { objectPath: target.path, amount: formatUsd(amount), ...terms.inputs }
  const outcome = await poster.post({
    kind: 'open_deposit',
    realmId,
    operation: {
      id: operationId,
      path: operationPath,
      type: 'deposit',
      requestHash: requestHash('deposit', inputs),
      input: JSON.stringify({ realmId, path: operationPath, ...inputs }),
      actorType: actor.type,
      actorId: actor.id,
    },
    target,
    amount,
    inTransit,
    jobs,
  })
  return operationOf(outcome)
}
