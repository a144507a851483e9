import { html } from '/console/assets/lit-html/lit-html.js'
import { DAYS, askedOf, csvButton, filtersView, statusFilter } from '/console/assets/lists.js'
import { badge, moment, pager, table } from '/console/assets/parts.js'
import { UploadForm } from './upload_form.js'

const PAGE = 50

const FILTERS = [statusFilter(['running', 'completed', 'failed', 'cancelled']), ...DAYS]

const COLUMNS = [
  ['id', (each) => each.id],
  ['file', (each) => each.file.name],
  ['sha256', (each) => each.file.sha256],
  ['object', (each) => each.objectPath],
  ['prefix', (each) => each.prefix],
  ['from', (each) => each.from],
  ['to', (each) => each.to],
  ['status', (each) => each.status],
  ['toLookAt', (each) => each.summary && openItems(each.summary)],
  ['created', (each) => each.createdAt],
  ['ended', (each) => each.endedAt],
]

export const needsRealm = false

/** The reconciliations of a realm. */
export default async function reconciliationsPage(context, { realmId = '' }, query) {
  const { api, go } = context
  const asked = { realmId, limit: PAGE, ...askedOf(query, FILTERS) }
  const { reconciliations, nextCursor } = await api.get('/api/v1/reconciliations', asked)
  const address = `/console/realms/${realmId}/reconciliations`
  return {
    title: 'Reconciliations',
    view: html`
      <h1>Reconciliations</h1>
      <p class="actions">${csvButton('reconciliations', COLUMNS, reconciliations)}</p>
      ${filtersView(context, address, query, FILTERS)}
      ${table(
        ['File', 'Compared with', 'Days', 'Status', 'To look at', 'When'],
        reconciliations.map(
          (each) =>
            html`<tr>
              <td><a href="${address}/${each.id}">${each.file.name}</a></td>
              <td><code>${each.objectPath ?? each.prefix}</code></td>
              <td>${daysView(each)}</td>
              <td>${badge(each.status)}</td>
              <td>${each.summary ? openItems(each.summary) : '—'}</td>
              <td>${moment(each.createdAt)}</td>
            </tr>`
        ),
        'No reconciliation matches. One compares a file with the books.',
        'Reconciliations'
      )}
      ${pager(address, query, nextCursor)}
      <h2>Compare a file</h2>
      <div id="new-reconciliation"></div>
    `,
    mounted: (root) => {
      new UploadForm(root.querySelector('#new-reconciliation'), { api, realmId, go }).draw()
    },
  }
}

/** The days that a reconciliation compares. */
export function daysView({ from, to }) {
  if (from === null || to === null) return '—'
  return from === to ? from : `${from} to ${to}`
}

/** How many items are not the same on both sides. */
function openItems({ differs, missing_here: here, missing_there: there }) {
  return differs.count + here.count + there.count
}
