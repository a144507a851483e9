import { fingerprintOf, registeredEventId, type SigningKey } from './signing_key.ts'
import { eventHash, type SigningKeyEvent, type SigningKeyEventType } from './signing_key_chain.ts'

/** An event with the place it is stored at, counted from 1. */
export interface PlacedEvent extends SigningKeyEvent {
  seq: number
}

/** What is wrong with a stored key, in words for an operator. */
export interface SigningKeyFinding {
  keyId: string
  problem: string
}

/** Which events may follow which. */
const FOLLOWERS: Record<string, readonly string[]> = {
  '': ['registered'],
  'registered': ['activated', 'cancelled', 'revoked'],
  'activated': ['revoked'],
  'cancelled': [],
  'revoked': [],
}

/**
 * Verifies a key against its history: no event was changed, removed, added or moved, and the key is
 * in the state that its events lead to. An attacker who can write the whole database can write a
 * new history; this finds everything less.
 *
 * @param events all events of the key, by `seq`
 */
export function verifySigningKey(
  key: SigningKey,
  events: readonly PlacedEvent[]
): SigningKeyFinding[] {
  const problems = [
    ...chainProblems(events),
    ...endProblems(key, events),
    ...originProblems(key, events),
    ...stateProblems(key, events),
  ]
  return problems.map((problem) => ({ keyId: key.id, problem }))
}

function chainProblems(events: readonly PlacedEvent[]): string[] {
  const problems: string[] = []
  let before: PlacedEvent | undefined
  for (const [index, event] of events.entries()) {
    const name = `event ${event.id}`
    if (event.seq !== index + 1) problems.push(`${name} is at place ${event.seq}, not ${index + 1}`)
    if (event.eventHash !== eventHash(event)) problems.push(`${name} was changed`)
    if (event.prevHash !== (before?.eventHash ?? '')) {
      problems.push(`${name} does not follow the event before it`)
    }
    if (!FOLLOWERS[before?.eventType ?? '']!.includes(event.eventType)) {
      problems.push(`${event.eventType} cannot follow ${before?.eventType ?? 'nothing'}`)
    }
    if (before && event.createdAt <= before.createdAt) {
      problems.push(`${name} is not later than the event before it`)
    }
    before = event
  }
  return problems
}

function endProblems(key: SigningKey, events: readonly PlacedEvent[]): string[] {
  const problems: string[] = []
  if (events.length !== key.eventCount) {
    problems.push(`has ${events.length} events, not ${key.eventCount}`)
  }
  if ((events.at(-1)?.eventHash ?? '') !== key.lastEventHash) {
    problems.push('its last event is not the one it names')
  }
  return problems
}

/** Compares the registration with the key's columns. */
function originProblems(key: SigningKey, events: readonly PlacedEvent[]): string[] {
  const problems: string[] = []
  if (fingerprintOf(key.publicKey) !== key.fingerprint) {
    problems.push('its fingerprint is not that of its public key')
  }
  const registered = events[0]
  if (registered?.eventType === 'registered' && registered.id !== registeredEventId(key)) {
    problems.push('its public key, organization or activation time is not the registered one')
  }
  const activated = find(events, 'activated')
  if (activated && activated.createdAt !== key.activatesAt) {
    problems.push('it was activated at another time than it says')
  }
  return problems
}

/** Compares the end of the history with the key's columns. */
function stateProblems(key: SigningKey, events: readonly PlacedEvent[]): string[] {
  const end = find(events, 'cancelled', 'revoked')
  if (!end) return key.revokedAt === null ? [] : ['it is revoked without an event']
  const problems: string[] = []
  if (end.createdAt !== key.revokedAt) problems.push('its events end it at another time')
  const pending = key.activatesAt !== null && end.createdAt < key.activatesAt
  if (end.eventType === 'cancelled' && !pending) {
    problems.push('it was cancelled when it was not pending')
  }
  if (key.activatesAt !== null && !pending && !find(events, 'activated')) {
    problems.push('it ended after its activation time without having been activated')
  }
  return problems
}

function find(events: readonly PlacedEvent[], ...types: SigningKeyEventType[]) {
  return events.find(({ eventType }) => types.includes(eventType))
}
