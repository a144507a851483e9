import { emptyPosting, type Decision } from './decision.ts'
import { withoutOperation, small, type PlainRequest } from './request_kind.ts'
import type { RealmState } from './state.ts'

/** Records an event of another module, which moves no value. */
export interface TellEventRequest extends PlainRequest<'tell_event'> {
  /** The module that emits the event. */
  module: string
  event: {
    /** Event id: an id that is in the journal already is not recorded again. */
    id: string
    type: string
    objectId: string | null
    objectPath: string | null
    payload: Record<string, string | null>
  }
}

export const TELL_EVENT = withoutOperation<TellEventRequest>({
  decide: decideTellEvent,
  reads: () => ({}),
  bytes: small,
})

/** Records an event of another module; moves no value. */
export function decideTellEvent(
  _state: RealmState,
  { module, event, jobs }: TellEventRequest
): Decision {
  const posting = emptyPosting('adjustment', `system:${module}`, 'committed')
  const { id, type, objectId, objectPath, payload } = event
  posting.events = [{ id, type, objectId, objectPath, payload: JSON.stringify(payload) }]
  posting.jobs = jobs
  return { kind: 'accepted', posting }
}
