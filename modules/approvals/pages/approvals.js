import { html } from '/console/assets/lit-html/lit-html.js'
import { badge, moment, pager, table } from '/console/assets/parts.js'

const PAGE = 50

/** What waits for approvals, and what became of what waited. */
export default async function approvalsPage({ api }, _parameters, query) {
  const cursor = query.get('cursor') ?? undefined
  const { approvals, nextCursor } = await api.get('/api/v1/approvals', { cursor, limit: PAGE })
  return {
    title: 'Approvals',
    view: html`
      <h1>Approvals</h1>
      ${table(
        ['Asked', 'What', 'Where', 'Approvals', 'Status', 'Until', ''],
        approvals.map(row),
        'Nothing waits. A policy with the condition "approvals" lets requests wait here.',
        'Approvals'
      )}
      ${pager('/console/approvals', query, nextCursor)}
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
