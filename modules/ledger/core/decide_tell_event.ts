import { emptyPosting, type Decision } from './decision.ts'
import type { TellEventRequest } from './requests.ts'
import type { RealmState } from './state.ts'

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
