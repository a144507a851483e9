import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { actionButton } from '/console/assets/action_button.js'
import { badge, facts, moment, table } from '/console/assets/parts.js'
import { whenView } from './schedules.js'

export const needsRealm = false

/** One schedule: its terms, its next times, and what came of the last ones. */
export default async function schedulePage(context, { realmId = '', scheduleId = '' }) {
  const { api, reload } = context
  const address = `/api/v1/schedules/${scheduleId}`
  const [{ schedule, lastOccurrences }, { times }] = await Promise.all([
    api.get(address),
    api.get(`${address}/preview`),
  ])
  const after = async (asked) => {
    await asked.catch((error) => window.alert(error.message))
    reload()
  }
  const isActive = schedule.status === 'active'
  return {
    title: schedule.name,
    view: html`
      <h1>${schedule.name}</h1>
      ${factsView(schedule)}
      ${
        schedule.status === 'ended'
          ? nothing
          : html`<p class="actions">
              <button
                class="quiet"
                type="button"
                @click=${() => after(api.post(`${address}/${isActive ? 'pause' : 'resume'}`))}
              >
                ${isActive ? 'Pause' : 'Resume'}
              </button>
              ${actionButton(context, 'End', () => endSchedule(schedule))}
            </p>`
      }
      <h2>What it asks for</h2>
      <pre class="data">${JSON.stringify(schedule.template, null, 2)}</pre>
      <h2>Last occurrences</h2>
      ${table(
        ['Number', 'When', 'Status', 'Attempts', 'Operation', ''],
        lastOccurrences.map((each) => occurrenceRow(realmId, each)),
        'None has come yet.',
        'Last occurrences'
      )}
      <h2>Next times</h2>
      ${table(
        ['Number', 'When', 'Path'],
        times.map(
          (time) =>
            html`<tr>
              <td>${time.number}</td>
              <td>${moment(time.scheduledAt)}</td>
              <td><code>${time.path}</code></td>
            </tr>`
        ),
        'There are no more.',
        'Next times'
      )}
    `,
  }
}

function endSchedule({ id, name }) {
  return {
    operation: 'deleteSchedule',
    title: `End ${name}`,
    submit: 'End the schedule',
    irreversible: 'It asks for nothing any more, and its path stays used.',
    at: { id },
  }
}

function factsView(schedule) {
  const reason = schedule.statusReason?.replaceAll('_', ' ')
  return facts([
    ['Action', schedule.action.replaceAll('_', ' ')],
    ['When', whenView(schedule)],
    ['Status', html`${badge(schedule.status)} ${reason ?? nothing}`],
    ['Next', moment(schedule.nextRunAt)],
    ['Missed times', schedule.missed === 'run' ? 'are made up' : 'are skipped'],
    ['Path', html`<code>${schedule.path}</code>`],
    [
      'Acts for',
      html`${schedule.actor.type.replaceAll('_', ' ')} <code>${schedule.actor.id}</code>`,
    ],
  ])
}

function occurrenceRow(realmId, occurrence) {
  const { operationId, message, nextAttemptAt } = occurrence
  return html`<tr>
    <td>${occurrence.number}</td>
    <td>${moment(occurrence.scheduledAt)}</td>
    <td>${badge(occurrence.status)}</td>
    <td>${occurrence.attempts}</td>
    <td>
      ${
        operationId
          ? html`<a href="/console/realms/${realmId}/operations/${operationId}">
              <code>${occurrence.path}</code>
            </a>`
          : nothing
      }
    </td>
    <td>
      ${message ? html`<p class="problem">${message}</p>` : nothing}
      ${nextAttemptAt ? html`again at ${moment(nextAttemptAt)}` : nothing}
    </td>
  </tr>`
}
