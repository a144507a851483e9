import { sqlToRfc3339 } from '#app/clock/timestamp'
import { columnToAtoms, formatUsd } from '#app/money/usd'
import { legDeltaId } from '../core/journal_ids.ts'
import { isReservedPath } from '#app/paths/path'
import type { DeltaRow, EntryRow, EventRow, LegRow } from './history_reader.ts'

export interface EventView {
  id: string
  realmId: string
  operationId: string | null
  operationPath: string | null
  objectPath: string | null
  type: string
  /** The object's path when the event concerns an object, else the operation's. */
  path: string | null
  payload: string
  createdAt: string
}

export interface DeltaView {
  id: string
  realmId: string
  eventId: string | null
  operationId: string | null
  objectPath: string
  deltaType: string
  beforeValue: string | null
  afterValue: string | null
  denomination: string | null
  internal: boolean
  createdAt: string
}

export function toEvents(rows: readonly EventRow[]): (EventView & { seq: string })[] {
  return rows.map((row) => ({
    id: row.id,
    realmId: row.realm_id,
    operationId: row.operation_id,
    operationPath: row.operation_path,
    objectPath: row.object_path,
    type: row.type,
    path: row.object_path ?? row.operation_path,
    payload: row.payload,
    createdAt: sqlToRfc3339(row.created_at),
    seq: String(row.seq),
  }))
}

/** Deltas as the API shows them: balance changes are the legs, and all others are stored rows. */
export function toDeltas(
  entries: readonly EntryRow[],
  legs: readonly LegRow[],
  rows: readonly DeltaRow[],
  events: readonly { id: string; seq: string }[]
): DeltaView[] {
  const entryBySeq = new Map(entries.map((entry) => [String(entry.seq), entry]))
  const eventBySeq = new Map(events.map(({ seq, id }) => [seq, id]))
  const ofLegs = legs.map((leg): DeltaView & { seq: number } => {
    const { operation_id: operationId, committed_at: at } = entryBySeq.get(String(leg.seq))!
    const after = columnToAtoms(leg.balance_after)
    return {
      seq: Number(leg.seq),
      id: legDeltaId(leg.realm_id, leg.seq, leg.leg_no, at),
      realmId: leg.realm_id,
      eventId: eventBySeq.get(String(leg.seq)) ?? null,
      operationId,
      objectPath: leg.object_path,
      deltaType: 'balance_change',
      beforeValue: formatUsd(after - columnToAtoms(leg.amount)),
      afterValue: formatUsd(after),
      denomination: leg.denomination,
      internal: isReservedPath(leg.object_path),
      createdAt: sqlToRfc3339(at),
    }
  })
  const stored = rows.map((row): DeltaView & { seq: number } => ({
    seq: Number(row.seq),
    id: row.id,
    realmId: row.realm_id,
    eventId: eventBySeq.get(String(row.seq)) ?? null,
    operationId: row.operation_id,
    objectPath: row.object_path,
    deltaType: row.delta_type,
    beforeValue: row.before_value,
    afterValue: row.after_value,
    denomination: null,
    internal: isReservedPath(row.object_path),
    createdAt: sqlToRfc3339(row.created_at),
  }))
  return [...ofLegs, ...stored]
    .sort((one, other) => one.seq - other.seq)
    .map(({ seq: _seq, ...delta }) => delta)
}
