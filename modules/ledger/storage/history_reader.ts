import type { Micros } from '#app/clock/clock'
import type { SqlReader } from '#app/storage/database'
import { count, money, shownTime, Table, text, time } from '#app/storage/table'
import type { Atoms } from '#app/money/usd'

export interface StoredEvent {
  id: string
  realmId: string
  seq: number
  /** Of the event within its entry. */
  eventNo: number
  type: string
  operationId: string | null
  operationPath: string | null
  objectId: string | null
  objectPath: string | null
  payload: string
  createdAt: Micros
}

export const EVENTS = new Table<StoredEvent>('events', {
  id: text(),
  realmId: text(),
  seq: count(),
  eventNo: count(),
  type: text(),
  operationId: text(),
  operationPath: text(),
  objectId: text(),
  objectPath: text(),
  payload: text(),
  createdAt: time(),
})

export interface StoredEntry {
  realmId: string
  seq: number
  operationId: string | null
  opType: string
  authority: string
  status: string
  /** As the database writes it: ids are derived from it. */
  committedAt: string
}

export const ENTRIES = new Table<StoredEntry>('journal_entries', {
  realmId: text(),
  seq: count(),
  operationId: text(),
  opType: text(),
  authority: text(),
  status: text(),
  committedAt: text(),
})

export interface StoredLeg {
  realmId: string
  seq: number
  legNo: number
  objectId: string
  objectPath: string
  denomination: string
  amount: Atoms
  kind: string
  balanceAfter: Atoms
}

/** Of entries, with the objects they move. */
export const LEGS = new Table<StoredLeg>(
  `journal_entries e
    STRAIGHT_JOIN journal_legs l FORCE INDEX (journal_legs_entry)
       ON l.realm_id = e.realm_id AND l.seq = e.seq
    STRAIGHT_JOIN objects o ON o.id = l.object_id`,
  {
    realmId: text('l.realm_id'),
    seq: count('l.seq'),
    legNo: count('l.leg_no'),
    objectId: text('l.object_id'),
    objectPath: text('o.path'),
    denomination: text('l.denomination'),
    amount: money('l.amount'),
    kind: text('l.kind'),
    balanceAfter: money('l.balance_after'),
  }
)

export interface StoredDelta {
  id: string
  realmId: string
  seq: number
  deltaNo: number
  operationId: string | null
  objectId: string
  objectPath: string
  deltaType: string
  beforeValue: string | null
  afterValue: string | null
  /** RFC 3339. */
  createdAt: string
}

export const DELTAS = new Table<StoredDelta>('deltas', {
  id: text(),
  realmId: text(),
  seq: count(),
  deltaNo: count(),
  operationId: text(),
  objectId: text(),
  objectPath: text(),
  deltaType: text(),
  beforeValue: text(),
  afterValue: text(),
  createdAt: shownTime(),
})

export interface StoredProof {
  id: string
  realmId: string
  seq: number
  proofType: string
  externalRef: string
}

const PROOFS = new Table<StoredProof>(
  'journal_entries e STRAIGHT_JOIN proofs p ON p.realm_id = e.realm_id AND p.seq = e.seq',
  {
    id: text('p.id'),
    realmId: text('p.realm_id'),
    seq: count('p.seq'),
    proofType: text('p.proof_type'),
    externalRef: text('p.external_ref'),
  }
)

/** What operations have written, oldest first. */
export interface StoredHistory {
  entries: StoredEntry[]
  legs: StoredLeg[]
  events: StoredEvent[]
  deltas: StoredDelta[]
}

const NOTHING: StoredHistory = { entries: [], legs: [], events: [], deltas: [] }

/**
 * Reads entries, legs, events and deltas of operations. The order of the joins is fixed, because an
 * optimizer that begins with the few objects of a busy realm reads the whole history of each. Read
 * them in one snapshot: an operation that settles between two of the statements would show legs of
 * an entry that is missing.
 *
 * @param objectId given, only the legs of this object are read: a transfer also moves the other side
 *   and the fees
 */
export async function readHistory(
  session: SqlReader,
  operationIds: readonly string[],
  objectId?: string
): Promise<StoredHistory> {
  if (operationIds.length === 0) return NOTHING
  const ids = [operationIds]
  const ofObject = objectId === undefined ? '' : 'AND l.object_id = ?'
  const legsOf = `WHERE e.operation_id IN (?) ${ofObject} ORDER BY l.seq, l.leg_no`
  const entries = await ENTRIES.all(session, 'WHERE operation_id IN (?) ORDER BY seq', ids)
  const legs = await LEGS.all(
    session,
    legsOf,
    objectId === undefined ? ids : [operationIds, objectId]
  )
  const history: StoredHistory = { entries, legs, events: [], deltas: [] }
  // An index of their own by operation would cost whoever writes them more than it spares here.
  for (const [realmId, ofRealm] of Map.groupBy(entries, (entry) => entry.realmId)) {
    const place = [realmId, ofRealm.map(({ seq }) => seq)]
    const at = 'WHERE realm_id = ? AND seq IN (?) ORDER BY seq'
    history.events.push(...(await EVENTS.all(session, `${at}, event_no`, place)))
    history.deltas.push(...(await DELTAS.all(session, `${at}, delta_no`, place)))
  }
  return history
}

/**
 * The newest changes of an object that have no operation, oldest first: those of its labels and limits. The
 * realm is named too, because it stands between the entry and the number in the index: without it all
 * changes of the object are read and sorted.
 */
export async function readOwnDeltas(
  session: SqlReader,
  { id, realm_id: realmId }: { id: string; realm_id: string },
  limit: number
): Promise<StoredDelta[]> {
  const deltas = await DELTAS.all(
    session,
    `FORCE INDEX (deltas_object) WHERE object_id = ? AND realm_id = ? AND operation_id IS NULL
      ORDER BY seq DESC, delta_no DESC LIMIT ${limit}`,
    [id, realmId]
  )
  return deltas.toReversed()
}

/** The external facts of operations; read them in the snapshot of their entries. */
export function readProofs(
  session: SqlReader,
  operationIds: readonly string[]
): Promise<StoredProof[]> {
  return PROOFS.all(session, 'WHERE e.operation_id IN (?) ORDER BY p.seq, p.id', [operationIds])
}
