import { html } from '/console/assets/lit-html/lit-html.js'
import { actionButton } from '/console/assets/action_button.js'
import { DAYS, askedOf, csvButton, filtersView, statusFilter } from '/console/assets/lists.js'
import { badge, moment, pager, table } from '/console/assets/parts.js'

const PAGE = 50

const FILTERS = [statusFilter(['active', 'paused', 'ended']), ...DAYS]

const COLUMNS = [
  ['id', (schedule) => schedule.id],
  ['name', (schedule) => schedule.name],
  ['path', (schedule) => schedule.path],
  ['action', (schedule) => schedule.action],
  ['rule', (schedule) => schedule.rule],
  ['runsAt', (schedule) => schedule.runAt],
  ['timeZone', (schedule) => schedule.timeZone],
  ['status', (schedule) => schedule.status],
  ['reason', (schedule) => schedule.statusReason],
  ['next', (schedule) => schedule.nextRunAt],
  ['came', (schedule) => schedule.occurrenceCount],
  ['created', (schedule) => schedule.createdAt],
]

export const needsRealm = false

/** The schedules of a realm. */
export default async function schedulesPage(context, { realmId = '' }, query) {
  const asked = { realmId, limit: PAGE, ...askedOf(query, FILTERS) }
  const { schedules, nextCursor } = await context.api.get('/api/v1/schedules', asked)
  const address = `/console/realms/${realmId}/schedules`
  return {
    title: 'Schedules',
    view: html`
      <h1>Schedules</h1>
      <p class="actions">
        ${actionButton(context, 'New schedule', () => createSchedule(realmId), '')}
        ${csvButton('schedules', COLUMNS, schedules)}
      </p>
      ${filtersView(context, address, query, FILTERS)}
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
        'No schedule matches. A schedule asks for a transfer, or a payment, again and again.',
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

const EXAMPLE = { sourceObjectPath: '/users/ada', targetObjectPath: '/users/bob', amount: '25.00' }

function createSchedule(realmId) {
  return {
    operation: 'createSchedule',
    title: 'New schedule',
    submit: 'Make the schedule',
    fixed: { realmId },
    fields: [
      { name: 'name', label: 'Name' },
      { name: 'path', label: 'Path of its operations', value: '/op/' },
      { name: 'rule', label: 'Rule', value: 'FREQ=MONTHLY;BYMONTHDAY=1' },
      { name: 'action', label: 'Action', value: 'transfer' },
      {
        name: 'template',
        label: 'What it asks for, JSON',
        as: 'lines',
        value: JSON.stringify(EXAMPLE, null, 2),
      },
      { name: 'timeZone', label: 'Time zone', more: true },
      { name: 'startsAt', label: 'Not before', more: true },
      { name: 'missed', label: 'When it was missed', more: true },
    ],
    done: ({ schedule }) => ({ go: `/console/realms/${realmId}/schedules/${schedule.id}` }),
  }
}
