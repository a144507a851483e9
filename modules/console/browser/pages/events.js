// @ts-check
import { html } from '/console/assets/lit-html/lit-html.js'
import { pretty } from '../format.js'
import { DAYS, askedOf, csvButton, filtersView } from '../lists.js'
import { code, moment, pager, pathLink, table } from '../parts.js'

const PAGE = 50

/** @type {import('../lists.js').Filter[]} */
const FILTERS = [{ name: 'type', label: 'Type' }, { name: 'objectPath', label: 'Object' }, ...DAYS]

/** @type {import('../lists.js').Column[]} */
const COLUMNS = [
  ['id', (event) => event.id],
  ['type', (event) => event.type],
  ['object', (event) => event.objectPath],
  ['operation', (event) => event.operationId],
  ['operationPath', (event) => event.operationPath],
  ['created', (event) => event.createdAt],
  ['payload', (event) => event.payload],
]

/**
 * What programs are told of.
 *
 * @type {import('../router.js').Page}
 */
export async function eventsPage(context, { realmId = '' }, query) {
  const asked = { realmId, limit: PAGE, ...askedOf(query, FILTERS) }
  const { events, nextCursor } = await context.api.get('/api/v1/events', asked)
  const address = `/console/realms/${realmId}/events`
  return {
    title: 'Events',
    view: html`
      <h1>Events</h1>
      ${filtersView(context, address, query, FILTERS)}
      <p class="actions">${csvButton('events', COLUMNS, events)}</p>
      ${table(
        ['Event', 'Object', 'Operation', 'When'],
        events.map((/** @type {any} */ event) => eventRow(realmId, event)),
        'No event matches.',
        'Events'
      )}
      ${pager(address, query, nextCursor)}
    `,
  }
}

/**
 * @param {string} realmId
 * @param {any} event
 */
function eventRow(realmId, event) {
  return html`<tr>
    <td>
      <details class="inline">
        <summary>${event.type}</summary>
        <pre tabindex="0" aria-label="Payload"><code>${pretty(event.payload)}</code></pre>
      </details>
    </td>
    <td class="place">${pathLink(realmId, event.objectPath ?? event.path)}</td>
    <td>
      ${
        event.operationId
          ? html`<a href="/console/realms/${realmId}/operations/${event.operationId}"
              >${code(event.operationId)}</a
            >`
          : '—'
      }
    </td>
    <td>${moment(event.createdAt)}</td>
  </tr>`
}
