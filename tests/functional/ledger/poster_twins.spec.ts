import { createHash } from 'node:crypto'
import { test } from '@japa/runner'
import fc from 'fast-check'
import app from '@adonisjs/core/services/app'
import { Clock } from '#app/clock/clock'
import { ServiceError } from '#app/http/errors/service_error'
import type { OperationType } from '#app/extension/vocabulary'
import { newId } from '#app/ids/ids'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database } from '#app/storage/database'
import type { PostRequest } from '#modules/ledger/core/requests'
import { pathsOf, type SplitRequest } from '#modules/ledger/core/decide_split'
import type { TransferRequest } from '#modules/ledger/core/decide_transfer'
import { GroupPoster } from '#modules/ledger/services/poster/group_poster'
import type { Outcome, Poster } from '#modules/ledger/services/poster/poster'
import { SinglePoster } from '#modules/ledger/services/poster/single_poster'
import { accepted, TestRealm } from '#tests/support/client'
import { handMadeBooksAreSound } from '#tests/support/sound_books'

const ACCOUNTS = 6

const account = fc.integer({ min: 0, max: ACCOUNTS - 1 })
const atoms = fc.oneof(
  fc.constantFrom(1_000_000n, 30_000_000n),
  fc.bigInt({ min: 60_000n, max: 40_000_000n })
)
const movement = fc
  .record({ from: account, to: account, atoms, path: fc.integer({ min: 0, max: 60 }) })
  .filter(({ from, to }) => from !== to)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('transfer' as const), movement }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('hold' as const), movement }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('bulk' as const),
      movements: fc.array(movement, { minLength: 1, maxLength: 5 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('withdraw' as const), from: account, atoms }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('settle' as const), place: fc.nat({ max: 30 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('reserve' as const), from: account, atoms }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('capture' as const),
      place: fc.nat({ max: 30 }),
      to: account,
      atoms: fc.option(atoms),
      final: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('split' as const),
      movements: fc.array(movement, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('reverse' as const),
      place: fc.nat({ max: 60 }),
      atoms: fc.option(atoms),
      refundFee: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('release' as const), place: fc.nat({ max: 30 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('abandon' as const), place: fc.nat({ max: 30 }) }),
  }
)

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
type Movement = typeof movement extends fc.Arbitrary<infer Value> ? Value : never

const certain = { from: 0, to: 1, atoms: 100_000n, path: 61 }

/** Begins every plan, so that each kind of answer is compared at least once. */
const PREFACE: Step[] = [
  { kind: 'hold', movement: { ...certain, path: 62 } },
  { kind: 'transfer', movement: certain },
  { kind: 'transfer', movement: certain },
  { kind: 'transfer', movement: { ...certain, atoms: 200_000n } },
  { kind: 'transfer', movement: { from: 4, to: 5, atoms: 36_000_000n, path: 63 } },
  { kind: 'withdraw', from: 0, atoms: 10n ** 15n },
  { kind: 'reserve', from: 0, atoms: 900_000n },
  { kind: 'capture', place: 0, to: 1, atoms: 100_000n, final: false },
  { kind: 'capture', place: 0, to: 2, atoms: 200_000n, final: false },
  { kind: 'capture', place: 0, to: 1, atoms: 100_000n, final: true },
  { kind: 'capture', place: 0, to: 1, atoms: null, final: false },
  { kind: 'reverse', place: 1, atoms: 10_000n, refundFee: true },
  { kind: 'reverse', place: 1, atoms: null, refundFee: true },
  { kind: 'reverse', place: 1, atoms: null, refundFee: false },
  { kind: 'split', movements: [certain, { ...certain, from: 2, to: 3, atoms: 200_001n }] },
  { kind: 'reverse', place: 4, atoms: 70_000n, refundFee: true },
  { kind: 'reverse', place: 4, atoms: 2n, refundFee: false },
  { kind: 'reverse', place: 4, atoms: null, refundFee: true },
  { kind: 'reverse', place: 4, atoms: null, refundFee: true },
  { kind: 'settle', place: 0 },
  { kind: 'abandon', place: 0 },
]

/** One realm and the requests that are posted to it, made from plans. */
class Twin {
  private constructor(
    readonly realm: TestRealm,
    readonly objects: { id: string; path: string }[],
    readonly database: Database
  ) {}

  static async open(): Promise<Twin> {
    const realm = await TestRealm.open()
    const objects: { id: string; path: string }[] = []
    for (let index = 0; index < ACCOUNTS; index++) {
      objects.push(await realm.account(`/a${index}`, '200'))
    }
    // The flow of one is bounded, and what another one holds.
    await limit(realm, objects[4]!.id, { maxPerMovement: '35', maxPerDay: '400', minBalance: '2' })
    await limit(realm, objects[5]!.id, { maxBalance: '260' })
    return new Twin(realm, objects, await app.container.make(Database))
  }

  requests(plan: readonly Step[], run: number): PostRequest[] {
    const opened: { id: string; type: 'transfer' | 'withdrawal' }[] = []
    const reserved: string[] = []
    const moves: (TransferRequest | SplitRequest)[] = []
    return plan.flatMap((each, index): PostRequest[] => {
      switch (each.kind) {
        case 'transfer': {
          const request = this.#transfer(each.movement, run)
          moves.push(request)
          return [request]
        }
        case 'split': {
          const request = this.#split(each.movements, `/op/${run}/s/${index}`)
          moves.push(request)
          return [request]
        }
        case 'reverse': {
          const original = moves[each.place % (moves.length || 1)]
          return original ? [this.#reverse(each, `/op/${run}/r/${index}`, original)] : []
        }
        case 'bulk':
          return [
            {
              kind: 'bulk_transfer',
              realmId: this.realm.id,
              transfers: each.movements.map((one) => this.#transfer(one, run)),
            },
          ]
        case 'hold': {
          const request = this.#transfer(each.movement, run)
          opened.push({ id: request.operation.id, type: 'transfer' })
          return [{ ...request, kind: 'open_transfer', jobs: [] }]
        }
        case 'withdraw': {
          const operation = this.#operation('withdrawal', `/op/${run}/w/${index}`, each)
          opened.push({ id: operation.id, type: 'withdrawal' })
          const [source, amount] = [this.objects[each.from]!, each.atoms]
          const { id: realmId } = this.realm
          const where = { destinationAddress: null, jobs: [] }
          return [{ kind: 'open_withdrawal', realmId, operation, source, amount, ...where }]
        }
        case 'reserve':
        case 'capture':
        case 'release':
          return this.#aboutHold(each, `/op/${run}/h/${index}`, reserved)
        case 'settle':
        case 'abandon': {
          const meant = opened[each.place % (opened.length || 1)]
          return meant ? [this.#end(each.kind, meant)] : []
        }
      }
    })
  }

  /** @param reserved the holds so far, to which a new one is added */
  #aboutHold(
    each: Extract<Step, { kind: 'reserve' | 'capture' | 'release' }>,
    path: string,
    reserved: string[]
  ): PostRequest[] {
    const common = { realmId: this.realm.id, jobs: [] }
    const event = newId('evt')
    if (each.kind === 'reserve') {
      const operation = this.#operation('hold', path, each)
      reserved.push(operation.id)
      const [source, amount] = [this.objects[each.from]!, each.atoms]
      const rest = { target: null, seconds: null, ids: { event } }
      return [{ ...common, kind: 'open_hold', operation, source, amount, ...rest }]
    }
    const holdId = reserved[each.place % (reserved.length || 1)]
    if (holdId === undefined) return []
    if (each.kind === 'release') {
      const how = { as: 'released' as const, path: null, authority: 'builder:b', ids: { event } }
      return [{ ...common, kind: 'end_hold', operationId: holdId, ...how }]
    }
    const operation = this.#operation('capture', path, each)
    const target = this.objects[each.to]!
    const ids = { captured: event, released: newId('evt') }
    const terms = { holdId, target, amount: each.atoms, fee: 50_000n, final: each.final }
    return [{ ...common, kind: 'capture_hold', operation, ...terms, waits: false, ids }]
  }

  /** Every entry with its legs, by path and not by id, in the order of the journal. */
  async journal() {
    return this.database.read(
      `SELECT e.seq, e.op_type, SUBSTRING_INDEX(e.authority, ':', 1) AS who, e.status, l.leg_no, o.path, l.amount, l.kind,
              l.balance_after
         FROM journal_entries e
         LEFT JOIN journal_legs l ON l.realm_id = e.realm_id AND l.seq = e.seq
         LEFT JOIN objects o ON o.id = l.object_id
        WHERE e.realm_id = ? AND e.op_type <> 'create' ORDER BY e.seq, l.leg_no`,
      [this.realm.id]
    )
  }

  async balances() {
    return this.database.read(
      `SELECT o.path, o.status, b.settled, b.arriving, b.departing, m.moved FROM objects o
         JOIN balances b ON b.object_id = o.id
         LEFT JOIN object_limits m ON m.object_id = o.id WHERE o.realm_id = ? ORDER BY o.path`,
      [this.realm.id]
    )
  }

  #transfer({ from, to, atoms: amount, path }: Movement, run: number): TransferRequest {
    return {
      kind: 'transfer',
      realmId: this.realm.id,
      operation: this.#operation('transfer', `/op/${run}/t/${path}`, { from, to, amount }),
      source: this.objects[from]!,
      target: this.objects[to]!,
      amount,
      fee: 50_000n,
    }
  }

  #split(movements: readonly Movement[], path: string): SplitRequest {
    const asked = movements.map(({ from, to, atoms: amount }) => ({
      source: this.objects[from]!.path,
      target: this.objects[to]!.path,
      amount,
    }))
    const sides = new Map(this.objects.map((each) => [each.path, each.id]))
    const operation = this.#operation('posting', path, asked)
    const terms = { asked, sides, fee: 50_000n, spendings: new Map(), jobs: [] }
    return { kind: 'split', realmId: this.realm.id, operation, ...terms }
  }

  #reverse(
    { atoms: amount, refundFee, ...each }: Extract<Step, { kind: 'reverse' }>,
    path: string,
    original: TransferRequest | SplitRequest
  ): PostRequest {
    const operation = this.#operation('reversal', path, { ...each, amount, refundFee })
    const ofPosting = original.kind === 'split' ? pathsOf(original.asked) : []
    const objectIds = this.objects.flatMap((one) => (ofPosting.includes(one.path) ? one.id : []))
    const terms = { originalId: original.operation.id, objectIds, amount, refundFee, waits: false }
    const rest = { spendings: new Map(), jobs: [] }
    return { kind: 'reverse', realmId: this.realm.id, operation, ...terms, ...rest }
  }

  #operation(type: OperationType, path: string, inputs: object) {
    const text = JSON.stringify(inputs, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value
    )
    const requestHash = createHash('sha256').update(text).digest('hex')
    const actor = { actorType: 'builder', actorId: 'bld_test' }
    return { id: newId('op'), path, type, requestHash, input: text, ...actor }
  }

  #end(how: 'settle' | 'abandon', { id, type }: { id: string; type: string }): PostRequest {
    const common = { realmId: this.realm.id, operationId: id, jobs: [] }
    if (how === 'abandon') {
      const ids = { event: newId('evt'), withdrawal: newId('evt') }
      return { ...common, kind: 'abandon', as: 'failed', failureMessage: 'No.', ids }
    }
    const proofs = [{ id: newId('prf'), proofType: 'test', externalRef: id }]
    if (type === 'transfer') return { ...common, kind: 'settle_transfer', proofs }
    const ids = { event: newId('evt'), withdrawn: newId('evt'), delta: newId('dlt') }
    return { ...common, kind: 'settle_withdrawal', proofs, ids }
  }
}

async function limit(realm: TestRealm, id: string, limits: Record<string, string>) {
  const body = { realmId: realm.id, ...limits }
  accepted(await realm.client.send('PUT', `/api/v1/objects/${id}/limits`, body))
}

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

test.group('ledger | poster twins', () => {
  test('what is posted in groups gives the books of one transaction each', async ({ assert }) => {
    const [grouped, single] = [await Twin.open(), await Twin.open()]
    const database = await app.container.make(Database)
    const clock = await app.container.make(Clock)
    const relay = await app.container.make(OutboxRelay)
    const groupPoster = new GroupPoster(database, clock, relay)
    const singlePoster = new SinglePoster(database, clock, relay)
    const seen = new Set<string>()
    let run = 0
    // The realms live on from plan to plan, so a counterexample cannot be shrunk.
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 40, maxLength: 60, size: 'max' }),
        async (plan) => {
          run++
          const answers = await play(groupPoster, grouped.requests([...PREFACE, ...plan], run))
          assert.deepEqual(
            answers,
            await play(singlePoster, single.requests([...PREFACE, ...plan], run))
          )
          for (const answer of answers) seen.add(answer)
          assert.deepEqual(await grouped.balances(), await single.balances())
        }
      ),
      { numRuns: 10, endOnFailure: true }
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
      ]
    )
    await handMadeBooksAreSound(grouped.realm, single.realm)
  })

  test('two posters sent the same requests at once post each of them once', async ({ assert }) => {
    const twin = await Twin.open()
    const database = await app.container.make(Database)
    const clock = await app.container.make(Clock)
    const relay = await app.container.make(OutboxRelay)
    const follows = ['settle', 'abandon', 'release', 'reverse']
    const moves = step.filter(({ kind }) => !follows.includes(kind))
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(moves, { minLength: 30, maxLength: 40, size: 'max' }),
        async (plan) => {
          run++
          const posters = Array.from({ length: 4 }, () => new GroupPoster(database, clock, relay))
          const answers = await Promise.all(
            posters.map((poster) => play(poster, twin.requests(plan, run)))
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
      ),
      { numRuns: 6, endOnFailure: true }
    )
    await handMadeBooksAreSound(twin.realm)
  })
})
