import { test } from '@japa/runner'
import fc from 'fast-check'
import app from '@adonisjs/core/services/app'
import { Clock } from '#app/clock/clock'
import { ServiceError } from '#app/http/errors/service_error'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database } from '#app/storage/database'
import { QUEUES } from '#modules/ledger/core/job_rows'
import type { PostRequest } from '#modules/ledger/core/requests'
import { GroupPoster } from '#modules/ledger/services/poster/group_poster'
import type { Outcome, Poster } from '#modules/ledger/services/poster/poster'
import { SinglePoster } from '#modules/ledger/services/poster/single_poster'
import { holdQueues } from '#tests/support/held_queues'
import { formsOf, unprovedBy, type Form } from '#tests/support/proofs'
import { handMadeBooksAreSound } from '#tests/support/sound_books'
import { forAllAsync } from '#tests/support/for_all'
import { Twin } from './support/twin.ts'
import { PREFACE, step } from './support/twin_steps.ts'

function told(outcome: Outcome): string {
  return outcome.kind === 'all' ? outcome.parts.map(told).join(' ') : outcome.kind
}

async function play(poster: Poster, requests: PostRequest[]): Promise<string[]> {
  return (await poster.postEach(requests)).map((result) => {
    if (result.status === 'fulfilled') return told(result.value)
    if (result.reason instanceof ServiceError) return result.reason.code
    throw result.reason
  })
}

test.group('ledger | poster twins', (group) => {
  // The worker of this process would end holds whose time is over in one realm before the other.
  group.setup(() => holdQueues(QUEUES.holdExpiry))

  test('what is posted in groups gives the books of one transaction each', async ({ assert }) => {
    const [grouped, single] = [await Twin.open(), await Twin.open()]
    const database = await app.container.make(Database)
    const clock = await app.container.make(Clock)
    const relay = await app.container.make(OutboxRelay)
    const groupPoster = new GroupPoster(database, clock, relay)
    const singlePoster = new SinglePoster(database, clock, relay)
    const seen = new Set<string>()
    const granted = new Set<Form>()
    let run = 0
    // The realms live on from plan to plan, so a counterexample cannot be shrunk.
    await forAllAsync(
      [fc.array(step, { minLength: 40, maxLength: 60, size: 'max' })],
      { numRuns: 10, endOnFailure: true },
      async (plan) => {
        run++
        const requests = await grouped.requests([...PREFACE, ...plan], run)
        const alike = await single.requests([...PREFACE, ...plan], run)
        const answers = await play(groupPoster, requests)
        assert.deepEqual(answers, await play(singlePoster, alike))
        for (const [at, answer] of answers.entries()) {
          seen.add(answer)
          if (/^(posted|changed)/.test(answer))
            formsOf(requests[at]!).forEach((form) => granted.add(form))
        }
        assert.deepEqual(await grouped.balances(), await single.balances())
      }
    )
    assert.deepEqual(await grouped.journal(), await single.journal())
    assert.includeMembers(
      [...seen],
      [
        'posted',
        'replayed',
        'settled_before',
        'INSUFFICIENT_BALANCE',
        'IDEMPOTENCY_VIOLATION',
        'LIMIT_EXCEEDED',
        'ALREADY_REVERSED',
        'CONDITION_FAILED',
        'HOLD_NOT_OPEN',
      ]
    )
    assert.deepEqual(unprovedBy('twins', granted), [], 'requests that were never posted')
    await handMadeBooksAreSound(grouped.realm, single.realm)
  })

  test('two posters sent the same requests at once post each of them once', async ({ assert }) => {
    const twin = await Twin.open()
    const database = await app.container.make(Database)
    const clock = await app.container.make(Clock)
    const relay = await app.container.make(OutboxRelay)
    const follows = ['settle', 'abandon', 'release', 'expire', 'extend', 'reverse']
    const moves = step.filter(({ kind }) => !follows.includes(kind))
    let run = 0
    await forAllAsync(
      [fc.array(moves, { minLength: 30, maxLength: 40, size: 'max' })],
      { numRuns: 6, endOnFailure: true },
      async (plan) => {
        run++
        const posters = Array.from({ length: 4 }, () => new GroupPoster(database, clock, relay))
        const answers = await Promise.all(
          posters.map(async (poster) => play(poster, await twin.requests(plan, run)))
        )
        const posted = answers.flatMap((each) =>
          each.flatMap((answer) => answer.split(' ')).filter((kind) => kind === 'posted')
        )
        const [row] = await database.read<{ count: string }>(
          'SELECT COUNT(*) AS count FROM operations WHERE realm_id = ? AND path LIKE ?',
          [twin.realm.id, `/op/${run}/%`]
        )
        assert.lengthOf(posted, Number(row!.count))
      }
    )
    await handMadeBooksAreSound(twin.realm)
  })
})
