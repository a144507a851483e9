import type { Micros } from '#app/clock/clock'
import type { Companion } from '#app/extension/companion'
import type { SqlSession } from '#app/storage/database'
import { partiesOf, postingsOfComposition } from '../../core/decide_composed.ts'
import type { Decision } from '../../core/decision.ts'
import type { PostRequest } from '../../core/requests.ts'
import type { RealmState } from '../../core/state.ts'
import { loadParties } from '../../storage/party_loader.ts'

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
