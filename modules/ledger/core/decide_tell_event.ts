import { emptyPosting, type Decision } from './decision.ts'
import { withoutOperation, small, type PlainRequest } from './request_kind.ts'
import type { RealmState } from './state.ts'

/** Another module has something to tell, which moves nothing. */
export interface TellEventRequest extends PlainRequest<'tell_event'> {
  /** Who tells it. */
  module: string
  event: {
    /** Told once. */
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

/** Tells of something another module knows; moves nothing. */
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
