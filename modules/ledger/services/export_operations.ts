import { AccessControl } from '#app/extension/access_control'
import { Clock, type Micros } from '#app/clock/clock'
import { toRfc3339, toSqlDatetime } from '#app/clock/timestamp'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { invalidField } from '#app/http/errors/service_error'
import { Database, type SqlReader } from '#app/storage/database'
import { LEDGER_LIMITS } from '../limits.ts'
import { contextOf } from '../core/operation_context.ts'
import { contentDigest, filterDigest, sealedDigest } from '../core/page_digest.ts'
import type { Operation } from '../core/terms.ts'
import { buildExportChain, isUnfiltered } from './export_chain.ts'
import { seesEverything } from '#app/extension/full_sight'
import { ListCursors } from '#app/http/list_cursors'
import { cursorPart } from '#app/storage/cursor'
import { checkRange } from '#app/http/time_range'
import { EvidenceSources } from './evidence_sources.ts'
import { pathGate } from './operation_access.ts'
import { RealmDirectory } from './realm_directory.ts'
import { visibleOperation } from './visible_operation.ts'
import { visibleHistory } from './visible_history.ts'
import { groupAt, groupsBetween, type StoredGroup } from '../storage/export_chain.ts'
import { headSeq } from '../storage/journal_scope.ts'
import {
  planOperations,
  restOf,
  type OperationFilter,
  pathsOfKey,
  type OperationKey,
} from '../storage/operation_filter.ts'
import type { StoredEvent } from '../storage/history_reader.ts'
import { readHistories } from '../storage/operation_histories.ts'
import { operationSource, readOperations, type OperationPlace } from '../storage/operation_pages.ts'
import { outcomeText } from '../storage/outcome_text.ts'
import { walkPage } from '#app/storage/walk'

export interface ExportQuery extends OperationFilter {
  /** `from` and `to` are both inclusive. */
  from: Micros
  to: Micros
  limit: number
  cursor?: string
}

/** How the API shows the parts of a page. */
export interface Presenters {
  operation(operation: Operation): object
  event(event: StoredEvent): object
}

/** Where a walk stands: its cut, the last operation shown, and the digest of the last page. */
interface ExportPlace {
  cutSeq: number
  after: OperationPlace | null
  page: number
  previous: string | null
}

/** Sorts behind every id: a page that ended with a whole group goes on after all of its operations. */
const AFTER_ALL = '~'

const hex = (length: number) => (part: unknown) =>
  typeof part === 'string' && part.length === length && /^[0-9a-f]+$/.test(part)

/** The cursor carries range and filter in the digest of the walk, not in its name. */
const EXPORT = { of: 'export' }
const CURSOR = [
  cursorPart.count,
  cursorPart.time,
  cursorPart.id,
  cursorPart.count,
  hex(64),
  hex(16),
]

/**
 * Reads a page of a realm's operations with their evidence, oldest first. The pages alone are
 * enough to verify them: they carry the hash chain they belong to, and each the digest of the one
 * before.
 */
@singleton()
export class ExportOperations {
  constructor(
    private realms: RealmDirectory,
    private database: Database,
    private sources: EvidenceSources,
    private clock: Clock,
    private access: AccessControl,
    private cursors: ListCursors
  ) {}

  async run(principal: Principal, query: ExportQuery, present: Presenters) {
    const { limit, cursor, from, to, ...filter } = query
    await this.realms.resolve(principal, filter.realmId)
    checkRange({ from, to })
    const walk = filterDigest({ ...filter, from, to })
    const read = await this.database.snapshot(async (session) => {
      const place = await this.#place(session, principal, filter.realmId, walk, cursor)
      return {
        place,
        ...(await this.#page(session, principal, filter, { from, to, limit }, place)),
      }
    })
    const { place, operations, histories, chain, next } = read
    const ids = operations.map(({ id }) => id)
    const transactions = byOperation(await this.sources.chainTransactions(ids))
    const approvals = byOperation(await this.sources.approvals(ids))
    const visible = visibleHistory(this.access, principal)
    const shown = visibleOperation(this.access, principal)
    const now = this.clock.nowMicros()
    const page = {
      version: 'audit-evidence.v1',
      realmId: filter.realmId,
      from: toRfc3339(from),
      to: toRfc3339(to),
      exportedAt: toRfc3339(now),
      operations: operations.map((operation) => {
        const history = histories.of(operation.id, transactions.get(operation.id) ?? [], now)
        const { events, deltas } = visible(history.events, history.deltas)
        return {
          operation: present.operation(shown(operation)),
          context: contextOf(operation),
          events: events.map((event) => present.event(event)),
          deltas,
          evidence: { ...history.evidence, approvals: approvals.get(operation.id) ?? [] },
        }
      }),
      chain,
    }
    const content = contentDigest(page, place)
    const nextCursor =
      next &&
      this.cursors.make(principal, EXPORT, [
        place.cutSeq,
        next.createdAt,
        next.id,
        place.page,
        content,
        walk,
      ])
    const digest = {
      page: place.page,
      previous: place.previous,
      content,
      sealed: sealedDigest(content, nextCursor),
    }
    return { ...page, nextCursor, digest }
  }

  /** Where the walk stands. Its cut is the realm's newest group when its first page was read. */
  async #place(
    session: SqlReader,
    principal: Principal,
    realmId: string,
    walk: string,
    cursor: string | undefined
  ): Promise<ExportPlace & { cut: StoredGroup }> {
    const parts = cursor === undefined ? null : this.cursors.read(principal, EXPORT, cursor, CURSOR)
    const [knownSeq, createdAt, id, page, previous, ofWalk] = parts ?? []
    const cutSeq = parts ? Number(knownSeq) : await headSeq(session, realmId)
    const cut = await groupAt(session, realmId, cutSeq)
    if (!cut || (parts && ofWalk !== walk)) {
      throw invalidField('cursor', 'cursor', 'The cursor is not one that this export returned.')
    }
    return {
      cutSeq,
      cut,
      after: parts ? { createdAt: String(createdAt), id: String(id) } : null,
      page: Number(page ?? 0) + 1,
      previous: parts ? String(previous) : null,
    }
  }

  async #page(
    session: SqlReader,
    principal: Principal,
    filter: OperationFilter,
    range: Pick<ExportQuery, 'from' | 'to' | 'limit'>,
    { cut, after }: ExportPlace & { cut: StoredGroup }
  ) {
    const { limit } = range
    // Only a caller who may read everything gets the chain: its groups show what every account in
    // them held.
    const seesAll = seesEverything(principal, 'svc:ReadOperation', 'svc:ReadEvent', 'svc:ReadDelta')
    const [from, to] = [toSqlDatetime(range.from), toSqlDatetime(range.to)]
    const until = to < cut.committedAt ? to : cut.committedAt
    const complete = isUnfiltered(filter) && seesAll
    const plan = await planOperations(session, filter)
    const source = operationSource(session, plan, { order: 'oldest', from, until })
    const accepts = this.#accepts(principal, restOf(plan.rest))
    const walked = await walkPage(source, { after, limit, accepts, count: false })
    const stretch = complete
      ? await groupsBetween(session, filter.realmId, {
          from,
          after: after?.createdAt,
          until: walked.next?.createdAt ?? until,
        })
      : { groups: [], more: false }
    // A page of a complete export ends where its stretch of the hash chain ends.
    const end = stretch.more ? stretch.groups.at(-1)!.committedAt : until
    const rows = walked.rows.filter(({ created_at: time }) => time <= end)
    const ended = stretch.more ? { createdAt: end, id: AFTER_ALL } : walked.next
    const histories = await readHistories(
      session,
      rows.map(({ id }) => id)
    )
    const found = await readOperations(session, rows)
    const operations = withinBytes(found, histories.signedBytes)
    const cutShort = operations.length < found.length
    const next = cutShort ? placeOf(operations.at(-1)!) : ended
    const covered = next === null ? until : next.createdAt
    const chain = !seesAll
      ? null
      : await buildExportChain(session, {
          realmId: filter.realmId,
          complete,
          groups: stretch.groups.filter(({ committedAt }) => committedAt <= covered),
          seqs: histories.seqsOf(operations.map(({ id }) => id)),
          cut,
          from,
          until,
          isFirst: after === null,
          isLast: next === null,
        })
    return { operations, histories, chain, next }
  }

  #accepts(principal: Principal, fits: ((key: OperationKey) => boolean) | null) {
    if (seesEverything(principal, 'svc:ReadOperation')) return fits
    const gate = pathGate(this.access, principal, 'svc:ReadOperation')
    return (key: OperationKey) =>
      (fits === null || fits(key)) && gate([key.path, ...pathsOfKey(key)])
  }
}

function byOperation<Part extends { operationId: string }>(parts: readonly Part[]) {
  return Map.groupBy(parts, ({ operationId }) => operationId)
}

/** Takes one operation at least, and then as many as fit into the bytes of a page. */
function withinBytes(operations: Operation[], signedBytes: (id: string) => number): Operation[] {
  let bytes = 0
  const fit = operations.findIndex(({ id, input, outcome }, index) => {
    bytes += input.length + outcomeText(outcome).length + signedBytes(id)
    return bytes > LEDGER_LIMITS.exportPageBytes && index > 0
  })
  return fit === -1 ? operations : operations.slice(0, fit)
}

function placeOf({ id, createdAt }: Operation): OperationPlace {
  return { id, createdAt: toSqlDatetime(createdAt) }
}
