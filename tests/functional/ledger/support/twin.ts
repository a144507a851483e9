import { createHash } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import type { OperationType } from '#app/extension/vocabulary'
import { newId } from '#app/ids/ids'
import { Database } from '#app/storage/database'
import type { PostRequest } from '#modules/ledger/core/requests'
import { pathsOf, type SplitRequest } from '#modules/ledger/core/decide_split'
import type { TransferRequest } from '#modules/ledger/core/decide_transfer'
import type { Conditions } from '#modules/ledger/core/conditions'
import { accepted, TestRealm } from '#tests/support/client'
import {
  ACCOUNTS,
  type Dealt,
  type Movement,
  type Step,
  type StepOf,
  type When,
} from './twin_steps.ts'

/** One realm and the requests that are posted to it, made from plans. */
export class Twin {
  /** The newest entry of each object before the plan. */
  #versions = new Map<string, number>()

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

  /** @param run part of the paths of all operations */
  async requests(plan: readonly Step[], run: number): Promise<PostRequest[]> {
    this.#versions = await this.#read<{ id: string; version: number }>(
      'SELECT object_id AS id, last_seq AS version FROM balances WHERE realm_id = ?'
    ).then((rows) => new Map(rows.map(({ id, version }) => [id, Number(version)])))
    const before: Before = { opened: [], reserved: [], moves: [] }
    return plan.flatMap((each, index) => this.#asked(each, `/op/${run}`, { index, before }) ?? [])
  }

  #asked(
    each: Step,
    path: string,
    { index, before }: { index: number; before: Before }
  ): PostRequest | null {
    const { id: realmId } = this.realm
    switch (each.kind) {
      case 'transfer':
        return kept(before.moves, this.#transfer(each.movement, path))
      case 'split':
        return kept(before.moves, this.#split(each.movements, `${path}/s/${index}`))
      case 'deal':
        return kept(before.moves, this.#deal(each.dealt, `${path}/d/${index}`))
      case 'reverse': {
        const original = before.moves[each.place % (before.moves.length || 1)]
        return original ? this.#reverse(each, `${path}/r/${index}`, original) : null
      }
      case 'bulk': {
        const transfers = each.movements.map((one) => this.#transfer(one, path))
        return { kind: 'bulk_transfer', realmId, transfers }
      }
      case 'hold': {
        const request = this.#transfer(each.movement, path)
        before.opened.push({ id: request.operation.id, type: 'transfer' })
        return { ...request, kind: 'open_transfer', jobs: [] }
      }
      case 'withdraw': {
        const operation = this.#operation('withdrawal', `${path}/w/${index}`, each)
        before.opened.push({ id: operation.id, type: 'withdrawal' })
        const [source, amount] = [this.objects[each.from]!, each.atoms]
        const where = { destinationAddress: null, jobs: [] }
        return { kind: 'open_withdrawal', realmId, operation, source, amount, ...where }
      }
      case 'limit': {
        const { of, maxPerMovement } = each
        const about = { objectId: this.objects[of]!.id, actor: { type: 'builder', id: 'b' } }
        const ids = { delta: newId('dlt') }
        return {
          kind: 'limit_object',
          realmId,
          ...about,
          change: { maxPerMovement },
          ids,
          jobs: [],
        }
      }
      case 'settle':
      case 'abandon': {
        const meant = before.opened[each.place % (before.opened.length || 1)]
        return meant ? this.#end(each.kind, meant) : null
      }
      default:
        return this.#aboutHold(each, `${path}/h/${index}`, before.reserved)
    }
  }

  /** @param reserved the holds so far, to which a new one is added */
  #aboutHold(
    each: StepOf<'reserve' | 'capture' | 'release' | 'expire' | 'extend'>,
    path: string,
    reserved: string[]
  ): PostRequest | null {
    const common = { realmId: this.realm.id, jobs: [] }
    const event = newId('evt')
    if (each.kind === 'reserve') {
      const operation = this.#operation('hold', path, each)
      reserved.push(operation.id)
      const [source, amount] = [this.objects[each.from]!, each.atoms]
      const conditions = this.#conditions(each.when, source.id)
      const rest = { target: null, seconds: each.seconds, ids: { event }, ...conditions }
      return { ...common, kind: 'open_hold', operation, source, amount, ...rest }
    }
    const holdId = reserved[each.place % (reserved.length || 1)]
    if (holdId === undefined) return null
    const authority = 'builder:b'
    if (each.kind === 'extend') {
      const { seconds } = each
      return { ...common, kind: 'extend_hold', operationId: holdId, seconds, authority }
    }
    if (each.kind !== 'capture') {
      const as = each.kind === 'release' ? ('released' as const) : ('expired' as const)
      const how = { as, path: null, authority, ids: { event } }
      return { ...common, kind: 'end_hold', operationId: holdId, ...how }
    }
    const operation = this.#operation('capture', path, each)
    const target = this.objects[each.to]!
    const ids = { captured: event, released: newId('evt') }
    const terms = { holdId, target, amount: each.atoms, fee: 50_000n, final: each.final }
    return { ...common, kind: 'capture_hold', operation, ...terms, waits: false, ids }
  }

  /** Every entry with its legs, by path and not by id, in the order of the journal. */
  journal() {
    return this.#read(
      `SELECT e.seq, e.op_type, SUBSTRING_INDEX(e.authority, ':', 1) AS who, e.status, l.leg_no, o.path, l.amount, l.kind,
              l.balance_after
         FROM journal_entries e
         LEFT JOIN journal_legs l ON l.realm_id = e.realm_id AND l.seq = e.seq
         LEFT JOIN objects o ON o.id = l.object_id
        WHERE e.realm_id = ? AND e.op_type <> 'create' ORDER BY e.seq, l.leg_no`
    )
  }

  balances() {
    return this.#read(
      `SELECT o.path, o.status, b.settled, b.arriving, b.departing, m.moved FROM objects o
         JOIN balances b ON b.object_id = o.id
         LEFT JOIN object_limits m ON m.object_id = o.id WHERE o.realm_id = ? ORDER BY o.path`
    )
  }

  #read<Row>(sql: string): Promise<Row[]> {
    return this.database.read<Row>(sql, [this.realm.id])
  }

  #conditions(when: When, sourceId: string): { conditions?: Conditions } {
    const { version, ...conditions } = when
    const sourceVersion = this.#versions.get(sourceId)
    return { conditions: { ...conditions, ...(version && { sourceVersion }) } }
  }

  #transfer({ from, to, atoms: amount, path, when }: Movement, at: string): TransferRequest {
    const source = this.objects[from]!
    return {
      kind: 'transfer',
      realmId: this.realm.id,
      operation: this.#operation('transfer', `${at}/t/${path}`, { from, to, amount }),
      ...this.#conditions(when, source.id),
      source,
      target: this.objects[to]!,
      amount,
      fee: 50_000n,
    }
  }

  #split(movements: readonly Movement[], path: string): SplitRequest {
    const [{ from, when }] = movements as [Movement]
    const asked = movements.map((each) => ({
      source: this.objects[each.from]!.path,
      target: this.objects[each.to]!.path,
      amount: each.atoms,
    }))
    return { ...this.#posting(asked, path), ...this.#conditions(when, this.objects[from]!.id) }
  }

  #deal({ among, givers, atoms: amount, cap, remainder }: Dealt, path: string): SplitRequest {
    const paths = among.map((at) => this.objects[at]!.path)
    const targets = paths.slice(givers)
    const share = { numerator: 1n, denominator: BigInt(targets.length) }
    return this.#posting(
      {
        amount,
        sources: paths.slice(0, givers).map((each, at) => {
          return { path: each, ...(at === 0 && cap !== null && { max: cap }) }
        }),
        targets: targets.map((each, at) => {
          return { path: each, ...(remainder && at === 0 ? { remainder } : { share }) }
        }),
      },
      path
    )
  }

  #posting(asked: SplitRequest['asked'], path: string): SplitRequest {
    const sides = new Map(this.objects.map((each) => [each.path, each.id]))
    const operation = this.#operation('posting', path, asked)
    const terms = { asked, sides, fee: 50_000n, spendings: new Map(), jobs: [] }
    return { kind: 'split', realmId: this.realm.id, operation, ...terms }
  }

  #reverse(
    { atoms: amount, refundFee, ...each }: StepOf<'reverse'>,
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

/** What the requests of a plan have asked for so far. */
interface Before {
  opened: { id: string; type: 'transfer' | 'withdrawal' }[]
  reserved: string[]
  moves: (TransferRequest | SplitRequest)[]
}

function kept<Item>(list: Item[], item: Item): Item {
  list.push(item)
  return item
}

async function limit(realm: TestRealm, id: string, limits: Record<string, string>) {
  const body = { realmId: realm.id, ...limits }
  accepted(await realm.client.send('PUT', `/api/v1/objects/${id}/limits`, body))
}
