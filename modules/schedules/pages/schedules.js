import { html } from '/console/assets/lit-html/lit-html.js'
import { badge, moment, pager, table } from '/console/assets/parts.js'

const PAGE = 50

/** The schedules of a realm. */
export default async function schedulesPage({ api }, { realmId = '' }, query) {
  const cursor = query.get('cursor') ?? undefined
  const asked = { realmId, cursor, limit: PAGE }
  const { schedules, nextCursor } = await api.get('/api/v1/schedules', asked)
  const address = `/console/realms/${realmId}/schedules`
  return {
    title: 'Schedules',
    view: html`
      <h1>Schedules</h1>
      ${table(
        ['Name', 'Action', 'When', 'Status', 'Next', 'Came'],
        schedules.map(
          (schedule) =>
            html`<tr>
              <td><a href="${address}/${schedule.id}">${schedule.name}</a></td>
              <td>${schedule.action.replaceAll('_', ' ')}</td>
              <td>${whenView(schedule)}</td>
              <td>${badge(schedule.status)}</td>
              <td>${moment(schedule.nextRunAt)}</td>
              <td>${schedule.occurrenceCount}</td>
            </tr>`
        ),
        'Nothing is scheduled. POST /api/v1/schedules makes a schedule.',
        'Schedules'
      )}
      ${pager(address, query, nextCursor)}
    `,
  }
}

/** The rule of a schedule, or its one moment. */
export function whenView({ rule, runAt, timeZone }) {
  return rule === null ? moment(runAt) : html`<code>${rule}</code> ${timeZone}`
}
