import type { Micros } from '#app/clock/clock'
import type { Companion } from '#app/extension/companion'
import type { SqlSession } from '#app/storage/database'
import { partiesOf, postingsOfComposition } from '#modules/ledger/core/decide_composed'
import type { Decision } from '#modules/ledger/core/decision'
import type { PostRequest } from '#modules/ledger/core/requests'
import type { RealmState } from '#modules/ledger/core/state'
import { loadParties } from '#modules/ledger/storage/party_loader'

/**
 * Lets a companion add its part to an accepted request. Runs with the realm locked: balances it
 * turns out to need can be locked late, since nobody else of the realm holds any.
 */
export async function compose(
  session: SqlSession,
  state: RealmState,
  item: { request: PostRequest; companion: Companion; decision: Decision },
  now: Micros
): Promise<Decision> {
  const { request, companion, decision } = item
  if (decision.kind !== 'accepted' && decision.kind !== 'to_compose') return decision
  const composition = await companion.compose(session, now)
  if (composition.kind === 'refused') return composition
  await loadParties(session, state, partiesOf(composition.entries))
  const composed = postingsOfComposition(state, request, composition, now)
  if (decision.kind === 'to_compose') return composed
  const { posting } = decision
  return {
    ...composed,
    postings: [posting, ...composed.postings.map((each) => ({ ...each, jobs: [] }))],
    operation: posting.operation?.row ?? null,
  }
}
