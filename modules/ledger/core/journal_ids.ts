import { derivedId } from '#app/ids/ids'
import { sqlToMicros } from '#app/clock/timestamp'

/**
 * Ids of entries and legs as the API shows them. They are derived from the place in the journal, so
 * that the largest tables carry no id column.
 */
export function entryId(realmId: string, seq: number | string, committedAt: string): string {
  return derivedId('je', toMs(committedAt), `entry:${realmId}:${seq}`)
}

export function legId(
  realmId: string,
  seq: number | string,
  legNo: number,
  committedAt: string
): string {
  return derivedId('jl', toMs(committedAt), `leg:${realmId}:${seq}:${legNo}`)
}

export function legDeltaId(
  realmId: string,
  seq: number | string,
  legNo: number,
  committedAt: string
): string {
  return derivedId('dlt', toMs(committedAt), `delta:${realmId}:${seq}:${legNo}`)
}

function toMs(committedAt: string): number {
  return Math.floor(sqlToMicros(committedAt) / 1000)
}
