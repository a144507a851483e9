import { test } from '@japa/runner'
import fc from 'fast-check'
import app from '@adonisjs/core/services/app'
import { Clock } from '#app/clock/clock'
import { ServiceError } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database } from '#app/storage/database'
import type { PostRequest } from '#modules/ledger/core/requests'
import { GroupPoster } from '#modules/ledger/services/poster/group_poster'
import type { Poster } from '#modules/ledger/services/poster/poster'
import { SinglePoster } from '#modules/ledger/services/poster/single_poster'
import { TestRealm } from '#tests/support/client'
import { handMadeBooksAreSound } from '#tests/support/sound_books'
import { forAllAsync } from '#tests/support/for_all'
import { creationOf, draftOf } from './support/drafts.ts'

const PATHS = ['/a', '/b', '/c']
const place = fc.integer({ min: 0, max: PATHS.length - 1 })
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('create' as const), of: place }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fund' as const), of: place }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('transfer' as const), of: place, to: place }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('delete_object' as const, 'delete_object', 'begin_delete' as const),
      of: place,
      to: fc.option(place, { freq: 8 }),
      seen: fc.constantFrom(0n, ...Array.from({ length: 7 }, () => 10n ** 12n)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('finish_delete' as const, 'abandon_delete' as const),
      of: place,
      cash: fc.constantFrom(0n, 5_000_000n),
    }),
  }
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
type Deletion = Extract<Step, { seen: bigint }>
type Ending = Extract<Step, { cash: bigint }>

const AMOUNT = 5_000_000n

/** One realm, and the requests a plan becomes in it: the same in both twins but for the ids. */
class Twin {
  /** The newest object and the deletion under way, by path, as far as the plan can guess. */
  #objects = new Map<string, string>()
  #deletions = new Map<string, string>()
  #freed = new Set<string>()

  constructor(
    readonly realm: TestRealm,
    readonly database: Database
  ) {}

  requests(plan: readonly Step[]): PostRequest[] {
    return plan.flatMap((each): PostRequest[] => {
      switch (each.kind) {
        case 'create':
          return this.#create(PATHS[each.of]!)
        case 'fund':
          return this.#fund(this.#side(each.of))
        case 'transfer':
          return each.of === each.to ? [] : [this.#transfer(each)]
        case 'delete_object':
        case 'begin_delete':
          return each.of === each.to ? [] : [this.#delete(each)]
        case 'finish_delete':
        case 'abandon_delete':
          return this.#end(each)
      }
    })
  }

  #common() {
    return { realmId: this.realm.id, jobs: [] }
  }

  #side(index: number) {
    const path = PATHS[index]!
    return { id: this.#objects.get(path) ?? 'obj_none', path }
  }

  #create(path: string): PostRequest[] {
    const [operation, id] = [draftOf('create'), newId('obj')]
    // Found there already, unless a deletion was asked for since.
    if (!this.#objects.has(path) || this.#freed.delete(path)) this.#objects.set(path, id)
    return [
      creationOf(this.realm.id, path, { operation, object: { id } }),
      {
        ...this.#common(),
        kind: 'complete_create',
        operationId: operation.id,
        ids: { event: newId('evt'), delta: newId('dlt') },
      },
    ]
  }

  #fund(target: { id: string; path: string }): PostRequest[] {
    const operation = draftOf('deposit')
    return [
      {
        ...this.#common(),
        kind: 'open_deposit',
        operation,
        target,
        amount: AMOUNT,
        inTransit: true,
      },
      {
        ...this.#common(),
        kind: 'settle_deposit',
        operationId: operation.id,
        creditedAmount: AMOUNT,
        proofs: [{ id: newId('prf'), proofType: 'test', externalRef: operation.id }],
        ids: { event: newId('evt') },
      },
    ]
  }

  #transfer({ of, to }: { of: number; to: number }): PostRequest {
    return {
      kind: 'transfer',
      realmId: this.realm.id,
      operation: draftOf('transfer'),
      source: this.#side(of),
      target: this.#side(to),
      amount: 1_000_000n,
      fee: 0n,
    }
  }

  #delete({ kind, of, to, seen }: Deletion): PostRequest {
    const operation = draftOf('delete')
    if (kind === 'delete_object') this.#freed.add(PATHS[of]!)
    const path = PATHS[of]!
    if (kind === 'begin_delete' && !this.#deletions.has(path)) {
      this.#deletions.set(path, operation.id)
    }
    const terms = {
      ...this.#common(),
      operation,
      object: this.#side(of),
      sweepTo: to === null ? null : this.#side(to),
      seenSettled: seen,
      ids: { event: newId('evt'), delta: newId('dlt') },
    }
    return kind === 'begin_delete' ? { ...terms, kind } : { ...terms, kind: 'delete_object' }
  }

  #end({ kind, of, cash }: Ending): PostRequest[] {
    const operationId = this.#deletions.get(PATHS[of]!)
    if (operationId === undefined) return []
    const ids = { event: newId('evt'), delta: newId('dlt') }
    const common = { ...this.#common(), operationId, ids }
    if (kind === 'finish_delete') return [{ ...common, kind, cash }]
    return [{ ...common, kind, code: 'TIMED_OUT', failureMessage: 'Too late.' }]
  }

  /** What lives now: a plan only guesses what becomes of its own requests. */
  async look(): Promise<void> {
    const rows = await this.database.read<{ id: string; path: string }>(
      "SELECT id, path FROM objects WHERE realm_id = ? AND active_key = ''",
      [this.realm.id]
    )
    this.#objects = new Map(rows.map(({ id, path }) => [path, id]))
    const pending = await this.database.read<{ id: string; path: string }>(
      `SELECT id, source_path AS path FROM operations
        WHERE realm_id = ? AND type = 'delete' AND state = 'pending'`,
      [this.realm.id]
    )
    this.#deletions = new Map(pending.map(({ id, path }) => [path, id]))
    this.#freed.clear()
  }

  async objects() {
    return this.database.read(
      `SELECT o.path, o.status, o.active_key = '' AS living, b.settled, b.arriving FROM objects o
         JOIN balances b ON b.object_id = o.id WHERE o.realm_id = ? ORDER BY o.path, o.id`,
      [this.realm.id]
    )
  }

  async journal() {
    return this.database.read(
      `SELECT e.seq, e.op_type, e.status, l.leg_no, o.path, l.amount, l.kind, l.balance_after
         FROM journal_entries e
         LEFT JOIN journal_legs l ON l.realm_id = e.realm_id AND l.seq = e.seq
         LEFT JOIN objects o ON o.id = l.object_id
        WHERE e.realm_id = ? ORDER BY e.seq, l.leg_no`,
      [this.realm.id]
    )
  }
}

async function play(poster: Poster, requests: PostRequest[]): Promise<string[]> {
  return (await poster.postEach(requests)).map((result) => {
    if (result.status === 'fulfilled') return result.value.kind
    if (result.reason instanceof ServiceError) return result.reason.code
    throw result.reason
  })
}

test.group('ledger | deletions | poster twins', () => {
  test('paths that live and die often in one group end as one by one', async ({ assert }) => {
    const database = await app.container.make(Database)
    const clock = await app.container.make(Clock)
    const relay = await app.container.make(OutboxRelay)
    const posters = [
      new GroupPoster(database, clock, relay),
      new SinglePoster(database, clock, relay),
    ]
    const owner = await TestRealm.open()
    const twins = [new Twin(owner, database), new Twin(await owner.client.realm(), database)]
    const seen = new Set<string>()
    // The realms live on from plan to plan, so a counterexample cannot be shrunk.
    await forAllAsync(
      [fc.array(step, { minLength: 12, maxLength: 24, size: 'max' })],
      { numRuns: 40, endOnFailure: true },
      async (plan) => {
        for (const twin of twins) await twin.look()
        const [grouped, single] = [
          await play(posters[0]!, twins[0]!.requests(plan)),
          await play(posters[1]!, twins[1]!.requests(plan)),
        ]
        assert.deepEqual(grouped, single)
        for (const answer of grouped) seen.add(answer)
        assert.deepEqual(await twins[0]!.objects(), await twins[1]!.objects())
      }
    )
    assert.deepEqual(await twins[0]!.journal(), await twins[1]!.journal())
    assert.includeMembers([...seen], ['posted', 'existing', 'SWEEP_REQUIRED', 'DELETE_NOT_EMPTY'])
    const ended = (await twins[0]!.objects()) as { status: string }[]
    assert.isAbove(ended.filter(({ status }) => status === 'deleted').length, 5)
    await handMadeBooksAreSound(...twins.map(({ realm }) => realm))
  })
})
