import { sqlToRfc3339 } from '#app/clock/timestamp'
import { formatUsd } from '#app/money/usd'
import { legDeltaId } from '../core/journal_ids.ts'
import { isReservedPath } from '#app/paths/path'
import type { StoredDelta, StoredEntry, StoredLeg } from './history_reader.ts'

export interface DeltaView {
  id: string
  realmId: string
  eventId: string | null
  operationId: string | null
  objectPath: string
  deltaType: string
  beforeValue: string | null
  afterValue: string | null
  /** Signed; null for what is no change of a balance. */
  amount: string | null
  denomination: string | null
  internal: boolean
  createdAt: string
}

/** Deltas as the API shows them: balance changes are the legs, and all others are stored rows. */
export function toDeltas(
  entries: readonly StoredEntry[],
  legs: readonly StoredLeg[],
  stored: readonly StoredDelta[],
  events: readonly { id: string; seq: number }[]
): DeltaView[] {
  const entryBySeq = new Map(entries.map((entry) => [entry.seq, entry]))
  const eventBySeq = new Map(events.map(({ seq, id }) => [seq, id]))
  const ofLegs = legs.map((leg): DeltaView & { seq: number } => {
    const { seq, realmId, objectPath, amount, balanceAfter } = leg
    const { operationId, committedAt } = entryBySeq.get(seq)!
    return {
      seq,
      id: legDeltaId(realmId, seq, leg.legNo, committedAt),
      realmId,
      eventId: eventBySeq.get(seq) ?? null,
      operationId,
      objectPath,
      deltaType: 'balance_change',
      beforeValue: formatUsd(balanceAfter - amount),
      afterValue: formatUsd(balanceAfter),
      amount: formatUsd(amount),
      denomination: leg.denomination,
      internal: isReservedPath(objectPath),
      createdAt: sqlToRfc3339(committedAt),
    }
  })
  const others = stored.map((delta): DeltaView & { seq: number } => ({
    seq: delta.seq,
    id: delta.id,
    realmId: delta.realmId,
    eventId: eventBySeq.get(delta.seq) ?? null,
    operationId: delta.operationId,
    objectPath: delta.objectPath,
    deltaType: delta.deltaType,
    beforeValue: delta.beforeValue,
    afterValue: delta.afterValue,
    amount: null,
    denomination: null,
    internal: isReservedPath(delta.objectPath),
    createdAt: delta.createdAt,
  }))
  return [...ofLegs, ...others]
    .sort((one, other) => one.seq - other.seq)
    .map(({ seq: _seq, ...delta }) => delta)
}
