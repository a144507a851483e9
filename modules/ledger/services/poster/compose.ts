import type { Micros } from '#app/clock/clock'
import { VOCABULARY } from '#app/extension/vocabulary'
import type { SqlSession } from '#app/storage/database'
import type { Companion, ComposedEntry } from '../../extension/companion.ts'
import { partiesOf, postingsOfComposition } from '../../core/decide_composed.ts'
import type { Decision } from '../../core/decision.ts'
import type { PostRequest } from '../../core/requests.ts'
import type { RealmState } from '../../core/state.ts'
import { loadParties } from '../../storage/party_loader.ts'

/**
 * Lets a companion add its part to an accepted request. It runs with the realm locked, so that
 * balances that it turns out to need can be locked late: no other transaction holds any of the
 * realm's.
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
  for (const entry of composition.entries) requireKnownWords(companion, entry)
  await loadParties(session, state, partiesOf(composition.entries))
  const composed = postingsOfComposition(
    state,
    { ...request, module: companion.module },
    composition,
    now
  )
  if (decision.kind === 'to_compose') return composed
  const { posting } = decision
  return {
    ...composed,
    postings: [posting, ...composed.postings.map((each) => ({ ...each, jobs: [] }))],
    operation: posting.operation?.row ?? null,
  }
}

/**
 * A word that no module brings would stand in the journal without a meaning, and in no enumeration
 * of the API.
 */
function requireKnownWords({ module }: Companion, { opType, operation, legs }: ComposedEntry) {
  VOCABULARY.require('operationTypes', opType, module)
  if (operation !== null && operation !== 'asked') {
    VOCABULARY.require('operationTypes', operation.type, module)
  }
  for (const { kind } of legs) VOCABULARY.require('legKinds', kind, module)
}
