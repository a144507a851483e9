import { sqlToMicros } from '#app/clock/timestamp'
import type { ObjectDetail } from '../services/read_object.ts'
import { presentDetailBalance, presentObject, presentOperation } from './presenters.ts'
import { presentEvent } from './present_event.ts'

/** Shows an object with its newest operations, events and deltas, and its balances. */
export function presentObjectDetail(detail: ObjectDetail) {
  const createdAtMs = Math.floor(sqlToMicros(detail.object.created_at) / 1000)
  return {
    object: presentObject(detail.object),
    operations: detail.operations.map(presentOperation),
    events: detail.events.map(presentEvent),
    deltas: detail.deltas,
    balances: detail.balances.map((balance) => presentDetailBalance(balance, createdAtMs)),
  }
}
