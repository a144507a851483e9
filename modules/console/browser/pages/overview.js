// @ts-check
import { html } from '/console/assets/lit-html/lit-html.js'
import { drawHistory, historyView, readHistory } from '../history.js'
import { OPERATION_HEADS, cards, money, operationRow, table } from '../parts.js'

const NEWEST = 10

/** @type {import('../router.js').Page} */
export async function overviewPage(context, { realmId = '' }, query) {
  const { api, realm } = context
  const [summary, worth, list, history] = await Promise.all([
    api.get('/api/v1/summary', { realmId }),
    api.get('/api/v1/objects/aggregate', { realmId, prefix: '/' }),
    api.get('/api/v1/operations', { realmId, limit: NEWEST }),
    readHistory(context, { target: '/', kind: 'path' }, query),
  ])
  return {
    title: realm.name,
    view: html`
      <h1>${realm.name}</h1>
      ${cards([
        ['Equity, USD', money(worth.totalEquityUsd)],
        ['In flight, USD', money(worth.departingUsd)],
        ['Objects', summary.objectCount],
        [
          'Pending operations',
          html`<a href="/console/realms/${realmId}/pending">${summary.pendingOperationCount}</a>`,
        ],
      ])}
      ${historyView(history, `/console/realms/${realmId}`)}
      <h2>Newest operations</h2>
      ${table(
        OPERATION_HEADS,
        list.operations.map((/** @type {any} */ operation) => operationRow(realmId, operation)),
        'Nothing has happened here yet.',
        'Newest operations'
      )}
    `,
    mounted: (root) => drawHistory(history, root),
  }
}
