import { test } from '@japa/runner'
import {
  activateIfDue,
  endKey,
  registerKey,
  type SigningKey,
  type SigningKeyChange,
} from '#modules/auth/core/signing_key'
import { chainEvent } from '#modules/auth/core/signing_key_chain'
import { verifySigningKey, type PlacedEvent } from '#modules/auth/core/verify_signing_key'

const NOW = Date.UTC(2026, 0, 1) * 1000
const HOUR = 3600 * 1_000_000
const ACTOR = 'builder:bld_1'

interface History {
  key: SigningKey
  events: PlacedEvent[]
}

function history(...changes: SigningKeyChange[]): History {
  const events = changes.map(({ event }, index) => ({ ...event, seq: index + 1 }))
  return { key: changes.at(-1)!.key, events }
}

function registered(first: boolean) {
  const ids = { id: 'sgk_1', orgId: 'org_1', builderId: 'bld_1' }
  const publicKey = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='
  return registerKey({ ...ids, name: 'Backend', publicKey, actor: ACTOR }, first, NOW)
}

/** registered, activated, revoked. */
function full(): History {
  const begin = registered(false)
  const active = activateIfDue(begin.key, NOW + 80 * HOUR, () => 'ske_2')!
  const end = endKey(active.key, 'revoked', { id: 'ske_3', actor: ACTOR, now: NOW + 90 * HOUR })
  return history(begin, active, end)
}

const problemsOf = ({ key, events }: History) => verifySigningKey(key, events)

test.group('auth | signing key history', () => {
  test('every true history is clean', ({ assert }) => {
    const begin = registered(false)
    const soon = { id: 'ske_2', actor: ACTOR, now: NOW + HOUR }
    const histories = [
      full(),
      history(registered(true)),
      history(begin),
      history(begin, endKey(begin.key, 'cancelled', soon)),
      history(begin, endKey(begin.key, 'revoked', soon)),
      history(registered(true), endKey(registered(true).key, 'revoked', soon)),
    ]
    for (const each of histories) assert.deepEqual(problemsOf(each), [])
  })

  test('a changed field of any event is found', ({ assert }) => {
    const changes: Partial<PlacedEvent>[] = [
      { id: 'ske_x' },
      { keyId: 'sgk_x' },
      { eventType: 'cancelled' },
      { actor: 'builder:bld_2' },
      { prevHash: 'f'.repeat(64) },
      { eventHash: 'f'.repeat(64) },
      { createdAt: NOW + 1 },
      { seq: 7 },
    ]
    for (const index of [0, 1, 2]) {
      for (const change of changes) {
        const { key, events } = full()
        events[index] = { ...events[index]!, ...change }
        assert.isNotEmpty(problemsOf({ key, events }), `${index} ${JSON.stringify(change)}`)
      }
    }
  })

  test('a changed event is found also when its own hash was made anew', ({ assert }) => {
    for (const index of [0, 1, 2]) {
      const { key, events } = full()
      const changed = chainEvent({ ...events[index]!, actor: 'builder:bld_2' })
      events[index] = { ...changed, seq: index + 1 }
      assert.isNotEmpty(problemsOf({ key, events }), String(index))
    }
  })

  test('a removed event is found, at the end too', ({ assert }) => {
    for (const index of [0, 1, 2]) {
      const { key, events } = full()
      events.splice(index, 1)
      assert.isNotEmpty(problemsOf({ key, events }), String(index))
      const closed = events.map((event, place) => ({ ...event, seq: place + 1 }))
      assert.isNotEmpty(problemsOf({ key, events: closed }), `${index}, places closed up`)
    }
    assert.isNotEmpty(problemsOf({ key: full().key, events: [] }))
  })

  test('events in another order are found', ({ assert }) => {
    for (const [a, b] of [
      [0, 1],
      [1, 2],
      [0, 2],
    ] as const) {
      const { key, events } = full()
      const first = events[a]!
      events[a] = { ...events[b]!, seq: a + 1 }
      events[b] = { ...first, seq: b + 1 }
      assert.isNotEmpty(problemsOf({ key, events }), `${a} ${b}`)
    }
  })

  test('an added event is found', ({ assert }) => {
    const { key, events } = full()
    const last = events.at(-1)!
    const added = chainEvent({
      ...last,
      id: 'ske_4',
      prevHash: last.eventHash,
      createdAt: NOW + 99 * HOUR,
    })
    events.push({ ...added, seq: 4 })
    assert.isNotEmpty(problemsOf({ key, events }))
  })

  test('a key whose own columns were changed is found', ({ assert }) => {
    const another = 'PUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw='
    const changes: Partial<SigningKey>[] = [
      { publicKey: another },
      { publicKey: another, fingerprint: '68dc1bf0f0ebd7a3' },
      { fingerprint: '0000000000000000' },
      { orgId: 'org_2' },
      { activatesAt: null },
      { activatesAt: NOW + HOUR },
      { revokedAt: null },
      { revokedAt: NOW + HOUR },
      { eventCount: 2 },
      { lastEventHash: '' },
    ]
    for (const change of changes) {
      const { key, events } = full()
      const problems = problemsOf({ key: { ...key, ...change }, events })
      assert.isNotEmpty(problems, JSON.stringify(change))
    }
  })
})
