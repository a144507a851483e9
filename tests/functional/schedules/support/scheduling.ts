import app from '@adonisjs/core/services/app'
import { SweepSchedules } from '#modules/schedules/services/sweep_schedules'
import {
  accepted,
  eventually,
  pluck,
  until,
  type AnyData,
  type TestRealm,
} from '#tests/support/client'
import { writeRows } from '#tests/support/rows'

export const TEMPLATE = {
  sourceObjectPath: '/users/a',
  targetObjectPath: '/users/b',
  amount: '5.00',
} as const

export const DAY_MS = 24 * 3600 * 1000

/** What makes a schedule of transfers that runs far from now, unless `more` says otherwise. */
export function planned(path: string, more: Record<string, unknown> = {}) {
  return { path, name: 'Rent', action: 'transfer', template: TEMPLATE, ...when(more), ...more }
}

/** Every day at this time, since ten days ago. */
function when({ runAt, rule }: Record<string, unknown>) {
  if (runAt !== undefined || rule !== undefined) return {}
  return { rule: 'FREQ=DAILY', startsAt: new Date(Date.now() - 10 * DAY_MS).toISOString() }
}

export async function made(
  realm: TestRealm,
  path: string,
  more: Record<string, unknown> = {}
): Promise<AnyData> {
  return accepted(await realm.post('/schedules', planned(path, more))).schedule
}

/** A schedule with its last occurrences. */
export async function shown(realm: TestRealm, id: string): Promise<AnyData> {
  return accepted(await realm.client.get(`/api/v1/schedules/${id}`))
}

/**
 * Lets the time of a schedule come: as if nobody had looked since so long ago. One that runs every
 * day has a time within these minutes, as it was made then, and is not missed yet.
 */
export async function passTime(id: string, agoMs = 240_000) {
  const { affectedRows } = await writeRows`UPDATE schedules
      SET run_at = IF(rule IS NULL, UTC_TIMESTAMP(6) - INTERVAL ${agoMs * 1000} MICROSECOND, NULL),
        next_run_at = UTC_TIMESTAMP(6) - INTERVAL ${agoMs * 1000} MICROSECOND WHERE id = ${id}`
  if (affectedRows !== 1) throw new Error(`There is no schedule ${id}`)
}

/** Lets the next attempts of a schedule be due. */
export async function passWait(id: string) {
  await writeRows`UPDATE schedule_occurrences SET due_at = UTC_TIMESTAMP(6)
      WHERE schedule_id = ${id} AND status = 'retrying'`
}

/** How long nothing may be left to do before what is waited for counts as never coming. */
const SETTLED_MS = 5_000

/** Waits until so many occurrences of a schedule are in a status, as long as any may still get there. */
export async function reached(realm: TestRealm, id: string, status: string, count = 1) {
  const what = `${count} ${status} occurrences of ${id}`
  let settledAt: number | null = null
  return eventually(what, async () => {
    const found = await shown(realm, id)
    const statuses = pluck(found.lastOccurrences as AnyData[], 'status')
    if (statuses.filter((each) => each === status).length >= count) return found
    settledAt = isSettled(found, statuses) ? (settledAt ?? Date.now()) : null
    if (settledAt === null || Date.now() - settledAt < SETTLED_MS) return null
    throw new Error(`There will not be ${what}: ${JSON.stringify(found.lastOccurrences)}`)
  })
}

/** Whether nothing of a schedule waits for a turn now: what came of its occurrences is their end. */
function isSettled({ schedule: { nextRunAt } }: AnyData, statuses: unknown[]): boolean {
  const isDue = nextRunAt !== null && Date.parse(nextRunAt) <= Date.now()
  return (
    !isDue && statuses.length > 0 && !statuses.includes('due') && !statuses.includes('retrying')
  )
}

export async function sweep() {
  await (await app.container.make(SweepSchedules)).run()
}

/** The types of a schedule's events, oldest first. */
export async function eventsOf(realm: TestRealm, id: string): Promise<AnyData[]> {
  const { events } = accepted(await realm.get('/events', { limit: 500 }))
  return events
    .map((event: AnyData) => ({ ...event, payload: JSON.parse(event.payload) as AnyData }))
    .filter(({ payload }: AnyData) => payload.scheduleId === id)
    .toReversed()
}

export async function told(realm: TestRealm, id: string, type: string, count = 1) {
  await until(`${count} events ${type}`, async () => {
    const events = await eventsOf(realm, id)
    return events.filter((event) => event.type === type).length >= count
  })
}

export async function balanceOf(realm: TestRealm, path: string): Promise<string> {
  const { object } = accepted(await realm.find(path))
  const { balances } = accepted(await realm.client.get(`/api/v1/objects/${object.id}`))
  return balances[0].settled
}
