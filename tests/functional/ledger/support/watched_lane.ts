import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { Clock } from '#app/clock/clock'
import { ServiceError } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { parseUsd } from '#app/money/usd'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database, type SqlSession } from '#app/storage/database'
import type { PostRequest } from '#modules/ledger/core/requests'
import type { TransferRequest } from '#modules/ledger/core/decide_transfer'
import { Lane } from '#modules/ledger/services/poster/lane'
import type { OperationDraft } from '#modules/ledger/core/terms'
import type { Outcome } from '#modules/ledger/services/poster/poster'
import { SinglePoster } from '#modules/ledger/services/poster/single_poster'
import { TestRealm } from '#tests/support/client'
import { draftOf } from './drafts.ts'

/** Entries of a full group. */
export const GROUP = 4
const NOBODY = { announce: () => {}, advanced: () => {} }
export const ACCOUNTS = 5
const FEE = 50_000n

export interface Move {
  from: number
  to: number
  amount: string
  /** The last part of the operation path; a new one when left out. */
  path?: string
}

/** What is asked of the operation at a path. */
export interface About extends Move {
  kind: (typeof ABOUT)[number]
  /** The last part of the path of the hold, the transfer or the posting. */
  of: string
}

export const ABOUT = [
  'hold',
  'brief hold',
  'capture',
  'release',
  'expire',
  'extend',
  'posting',
  'waterfall',
  'reverse',
  'reverse posting',
] as const

/** A realm whose accounts hold 10.00 each, if nothing else is said, and requests to it. */
export class Books {
  /** The first operation that was asked for at each path. */
  #ids = new Map<string, string>()

  private constructor(
    readonly realm: TestRealm,
    readonly accounts: { id: string; path: string }[],
    readonly database: Database
  ) {}

  static async open(funds = '10'): Promise<Books> {
    const realm = await TestRealm.open()
    const paths = Array.from({ length: ACCOUNTS }, (_, index) => `/a${index}`)
    const accounts = await Promise.all(paths.map((path) => realm.account(path, funds)))
    return new Books(realm, accounts, await app.container.make(Database))
  }

  transfer(move: Move): TransferRequest {
    const { source, target, amount } = this.#sides(move)
    const operation = this.#draft('transfer', move)
    return { kind: 'transfer', realmId: this.realm.id, operation, source, target, amount, fee: FEE }
  }

  /** A hold, what becomes of one, a posting, or a reversal. */
  about({ kind, of, ...move }: About): PostRequest {
    const { source, target, amount } = this.#sides(move)
    const realmId = this.realm.id
    const about = this.#ids.get(of) ?? newId('op')
    const authority = 'builder:bld_test'
    const ids = { event: newId('evt') }
    switch (kind) {
      case 'release':
      case 'expire': {
        const as = kind === 'release' ? ('released' as const) : ('expired' as const)
        const more = { as, path: null, authority, ids, jobs: [] }
        return { kind: 'end_hold', realmId, operationId: about, ...more }
      }
      case 'extend':
        return {
          kind: 'extend_hold',
          realmId,
          operationId: about,
          seconds: 7200,
          authority,
          jobs: [],
        }
      case 'hold':
      case 'brief hold': {
        // A hold of no seconds is over at once.
        const seconds = kind === 'hold' ? 3600 : 0
        const asked = this.#asked('hold', move, of)
        const conditions = { sourceAtLeast: amount }
        return { kind: 'open_hold', ...asked, source, target, seconds, conditions, ids }
      }
      case 'capture': {
        const events = { captured: newId('evt'), released: newId('evt') }
        const how = { fee: FEE, final: false, waits: false, ids: events }
        const asked = this.#asked('capture', move, of)
        return { kind: 'capture_hold', ...asked, holdId: about, target, ...how }
      }
      case 'posting':
      case 'waterfall':
        return this.#posting(kind, move, of)
      default: {
        const objectIds = kind === 'reverse' ? [] : [source.id, target.id]
        const how = { objectIds, refundFee: true, waits: false, spendings: new Map() }
        const asked = this.#asked('reversal', move, of)
        return { kind: 'reverse', ...asked, originalId: about, ...how }
      }
    }
  }

  /** Both ways are the same posting, whose reversal names the objects of the move. */
  #posting(kind: 'posting' | 'waterfall', move: Move, of: string): PostRequest {
    const { amount, ...asked } = this.#asked('posting', move, of)
    const { source, target } = this.#sides(move)
    const moves = [{ source: source.path, target: target.path, amount }]
    const share = { numerator: 1n, denominator: 1n }
    const whole = {
      amount,
      sources: [{ path: source.path }],
      targets: [{ path: target.path, share }],
    }
    const sides = new Map([source, target].map(({ id, path }) => [path, id]))
    const rest = { sides, fee: FEE, spendings: new Map() }
    return { kind: 'split', ...asked, asked: kind === 'posting' ? moves : whole, ...rest }
  }

  #asked<Type extends OperationDraft['type']>(type: Type, move: Move, of: string) {
    const { amount } = this.#sides(move)
    return { realmId: this.realm.id, operation: this.#draft(type, move, of), amount, jobs: [] }
  }

  #sides({ from, to, amount }: Move) {
    const nowhere = { id: '', path: '/nowhere' }
    const [source, target] = [this.accounts[from] ?? nowhere, this.accounts[to] ?? nowhere]
    return { source, target, amount: parseUsd(amount) }
  }

  #draft<Type extends OperationDraft['type']>(type: Type, move: Move, of = '') {
    const { from, to, amount, path = randomUUID() } = move
    const id = newId('op')
    if (!this.#ids.has(path)) this.#ids.set(path, id)
    const requestHash = `${type[0]}${from}${to}${amount}${of}`.slice(0, 64).padEnd(64, '0')
    return draftOf(type, { id, path: `/op/${path}`, requestHash })
  }

  bulk(moves: readonly Move[]): PostRequest {
    const transfers = moves.map((move) => this.transfer(move))
    return { kind: 'bulk_transfer', realmId: this.realm.id, transfers }
  }

  /** The most that a movement may take from an account. */
  limit(account: number, maxPerMovement: string | null): PostRequest {
    return {
      kind: 'limit_object',
      realmId: this.realm.id,
      objectId: this.accounts[account]!.id,
      change: { maxPerMovement: maxPerMovement === null ? null : parseUsd(maxPerMovement) },
      actor: { type: 'builder', id: 'bld_test' },
      ids: { delta: newId('dlt') },
      jobs: [],
    }
  }

  async settled() {
    const rows = await this.database.read<{ path: string; settled: string }>(
      `SELECT o.path, b.settled FROM objects o JOIN balances b ON b.object_id = o.id
        WHERE o.realm_id = ? ORDER BY o.path`,
      [this.realm.id]
    )
    return rows.map(({ path, settled }) => `${path} ${settled}`)
  }

  /** What departs and arrives, and how each operation stands. */
  async pending(): Promise<string[]> {
    const rows = await this.database.read<{ what: string }>(
      `SELECT CONCAT_WS(' ', o.path, b.arriving, b.departing) AS what
         FROM objects o JOIN balances b ON b.object_id = o.id WHERE o.realm_id = ?
       UNION ALL
       SELECT CONCAT_WS(' ', p.path, p.state, JSON_VALUE(p.outcome, '$.remainingAmount'), h.state, h.amount)
         FROM operations p LEFT JOIN holds h ON h.operation_id = p.id AND h.direction = 'outbound'
        WHERE p.realm_id = ? AND p.path LIKE '/op/%'`,
      [this.realm.id, this.realm.id]
    )
    return rows.map(({ what }) => what).sort()
  }
}

export async function single(): Promise<SinglePoster> {
  const database = await app.container.make(Database)
  return new SinglePoster(
    database,
    await app.container.make(Clock),
    await app.container.make(OutboxRelay)
  )
}

/** A lane of small groups, in which what happens around its transactions can be arranged. */
export class Watched {
  /** Transactions that relied on what was known before them. */
  ahead = 0
  transactions = 0
  /** Transactions that were committed as foreseen: without looking for used paths themselves. */
  asForeseen = 0
  /** Called before the transaction of this number begins. */
  before: (number: number) => Promise<unknown> = () => Promise.resolve()
  /** Called when the transaction of this number was committed. */
  after: (number: number) => void = () => {}
  /** Called with the session of the transaction of this number. */
  inside: (number: number, session: SqlSession) => Promise<unknown> = () => Promise.resolve()
  /** Called before a group is looked at ahead. */
  beforeLook: () => Promise<unknown> = () => Promise.resolve()
  readonly lane: Lane

  private constructor(real: Database, clock: Clock, groupRequests: number) {
    const database = Object.create(real) as Database
    database.transaction = async (work, options) => {
      const number = ++this.transactions
      await this.before(number)
      let isLoaded = false
      const result = await real
        .transaction(async (session) => {
          await this.inside(number, session)
          return work(onLoad(session, () => (isLoaded = true)))
        }, options)
        .finally(() => {
          if (!isLoaded) this.ahead++
        })
      if (!isLoaded) this.asForeseen++
      this.after(number)
      return result
    }
    database.withSession = async (work) => {
      await this.beforeLook()
      return real.withSession(work)
    }
    this.lane = new Lane(database, clock, NOBODY, undefined, groupRequests)
  }

  static async open(groupRequests = GROUP): Promise<Watched> {
    const { container } = app
    return new Watched(await container.make(Database), await container.make(Clock), groupRequests)
  }

  async post(requests: readonly PostRequest[]): Promise<string[]> {
    return (await Promise.allSettled(this.lane.enqueueEach(requests))).map(told)
  }
}

function onLoad(session: SqlSession, loaded: () => void): SqlSession {
  const read = session.readTogether.bind(session)
  session.readTogether = (queries) => {
    if (queries.some(({ sql }) => sql.includes('AS is_used'))) loaded()
    return read(queries)
  }
  return session
}

export function told(result: PromiseSettledResult<Outcome>): string {
  if (result.status === 'fulfilled') return shown(result.value)
  return result.reason instanceof ServiceError ? result.reason.code : 'failed'
}

function shown(outcome: Outcome): string {
  return outcome.kind === 'all' ? outcome.parts.map(shown).join(' ') : outcome.kind
}
