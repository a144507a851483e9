import type { Micros } from '#app/clock/clock'
import type { CommittedEvent } from '#app/extension/event_listener'

/**
 * `active`: deliveries are sent. `paused`: they are kept until somebody resumes it. `disabled`: it
 * has failed for days, and collects nothing.
 */
export const WEBHOOK_STATUSES = ['active', 'paused', 'disabled'] as const

export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number]

/** Stands for all event types. */
export const ALL_TYPES = '*'
const FAMILY = '.*'

/** An address of a builder at which the events of a realm are received. */
export interface Webhook {
  id: string
  realmId: string
  orgId: string
  url: string
  /** Event types, families of them (`deposit.*`), or `*`. */
  types: string[]
  /** Only events of objects or operations whose path begins with this text. */
  pathPrefix: string
  description: string | null
  status: WebhookStatus
  /** The entry of the journal after which its events begin. */
  fromSeq: number
  /** Failed attempts since the last one that succeeded. */
  failures: number
  /** When the first of these failed. */
  failingSince: Micros | null
  /** When the next attempt may be made; null when nothing is owed. */
  dueAt: Micros | null
  createdAt: Micros
  updatedAt: Micros
}

type Filter = Pick<Webhook, 'types' | 'pathPrefix' | 'fromSeq'>
type EventFacts = Pick<CommittedEvent, 'type' | 'sequence' | 'objectPath' | 'operationPath'>

/** Whether a webhook is told of an event. */
export function wantsEvent({ types, pathPrefix, fromSeq }: Filter, event: EventFacts): boolean {
  if (event.sequence <= fromSeq) return false
  return fitsFilter({ types, pathPrefix }, event)
}

/** Whether an event of any time passes the filters. */
export function fitsFilter(
  { types, pathPrefix }: Omit<Filter, 'fromSeq'>,
  { type, objectPath, operationPath }: EventFacts
): boolean {
  if (!types.some((wanted) => covers(wanted, type))) return false
  const paths = [objectPath, operationPath].filter((path) => path !== null)
  // An event of the realm as a whole has no path.
  return pathPrefix === '/' || paths.some((path) => path.startsWith(pathPrefix))
}

/** Whether a type, a family or `*` stands for a type. */
export function covers(wanted: string, type: string): boolean {
  if (wanted === ALL_TYPES || wanted === type) return true
  return wanted.endsWith(FAMILY) && type.startsWith(wanted.slice(0, -1))
}

/** The families that a type belongs to: of `a.b.c`, `a.*` and `a.b.*`. */
export function familiesOf(type: string): string[] {
  const parts = type.split('.').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('.') + FAMILY)
}
