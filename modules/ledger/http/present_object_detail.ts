import { sqlToMicros } from '#app/clock/timestamp'
import type { ObjectDetail } from '#modules/ledger/services/read_object'
import {
  presentDetailBalance,
  presentObject,
  presentOperation,
} from '#modules/ledger/http/presenters'
import { presentEvent } from '#modules/ledger/http/present_event'

/** An object with its newest operations, events and deltas, and its balances. */
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
