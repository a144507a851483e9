import { html } from '/console/assets/lit-html/lit-html.js'
import { DAYS, askedOf, csvButton, filtersView, statusFilter } from '/console/assets/lists.js'
import { badge, moment, pager, table } from '/console/assets/parts.js'

const PAGE = 50

const FILTERS = [
  statusFilter(['pending', 'approved', 'executed', 'failed', 'denied', 'expired']),
  ...DAYS,
]

const COLUMNS = [
  ['id', (approval) => approval.id],
  ['what', (approval) => approval.summary],
  ['action', (approval) => approval.action],
  ['resource', (approval) => approval.resource],
  ['operationPath', (approval) => approval.operationPath],
  ['given', (approval) => approval.given],
  ['needed', (approval) => approval.needed],
  ['status', (approval) => approval.status],
  ['created', (approval) => approval.createdAt],
  ['expires', (approval) => approval.expiresAt],
  ['ended', (approval) => approval.endedAt],
  ['failure', (approval) => approval.message],
]

/** What waits for approvals, and what became of what waited. */
export default async function approvalsPage(context, _parameters, query) {
  const asked = { limit: PAGE, ...askedOf(query, FILTERS) }
  const { approvals, nextCursor } = await context.api.get('/api/v1/approvals', asked)
  const address = '/console/approvals'
  return {
    title: 'Approvals',
    view: html`
      <h1>Approvals</h1>
      <p class="actions">${csvButton('approvals', COLUMNS, approvals)}</p>
      ${filtersView(context, address, query, FILTERS)}
      ${table(
        ['Asked', 'What', 'Where', 'Approvals', 'Status', 'Until', ''],
        approvals.map(row),
        'No approval matches. A policy with the condition "approvals" lets requests wait here.',
        'Approvals'
      )}
      ${pager(address, query, nextCursor)}
    `,
  }
}

function row(approval) {
  const { createdAt, summary, resource, given, needed, status, expiresAt, approvalUrl } = approval
  return html`<tr>
    <td>${moment(createdAt)}</td>
    <td>${summary}</td>
    <td><code>${resource}</code></td>
    <td>${given} of ${needed}</td>
    <td>${badge(status)}</td>
    <td>${status === 'pending' ? moment(expiresAt) : ''}</td>
    <td><a href=${approvalUrl}>${status === 'pending' ? 'Decide' : 'Look'}</a></td>
  </tr>`
}
