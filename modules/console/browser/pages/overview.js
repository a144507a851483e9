// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { actionButton } from '../action_button.js'
import { drawHistory, historyView, readHistory } from '../history.js'
import { OPERATION_HEADS, cards, operationRow, roundMoney, table } from '../parts.js'

const NEWEST = 10
const actions = () => import('../actions/realm.js')

/** @type {import('../router.js').Page} */
export async function overviewPage(context, { realmId = '' }, query) {
  const { api } = context
  const [realm, summary, worth, list, history] = await Promise.all([
    context.realmRead,
    api.get('/api/v1/summary', { realmId }),
    api.get('/api/v1/objects/aggregate', { realmId, prefix: '/' }),
    api.get('/api/v1/operations', { realmId, limit: NEWEST }),
    readHistory(context, { realmId, target: '/', kind: 'path' }, query),
  ])
  const base = `/console/realms/${realmId}`
  return {
    title: realm.name,
    view: html`
      <h1>${realm.name}</h1>
      ${actionsView(context, realmId)}
      ${cards([
        ['Equity, USD', roundMoney(worth.totalEquityUsd)],
        ['In flight, USD', roundMoney(worth.departingUsd)],
        ['Objects', html`<a href="${base}/objects">${summary.objectCount}</a>`],
        [
          'Pending operations',
          html`<a href="${base}/pending">${summary.pendingOperationCount}</a>`,
        ],
      ])}
      ${summary.objectCount === 0 ? beginView(context, realm) : historyView(history, base)}
      <h2>Newest operations</h2>
      ${table(
        OPERATION_HEADS,
        list.operations.map((/** @type {any} */ operation) => operationRow(realmId, operation)),
        'Nothing has happened here yet.',
        'Newest operations'
      )}
    `,
    mounted: (root) => (summary.objectCount === 0 ? undefined : drawHistory(history, root)),
  }
}

/**
 * @param {import('../app.js').Context} context
 * @param {string} realmId
 */
function actionsView(context, realmId) {
  const about = { realmId }
  return html`<p class="actions">
    ${actionButton(
      context,
      'Transfer',
      async () => (await actions()).createTransfer(context, about),
      ''
    )}
    ${actionButton(context, 'Fund', async () => (await actions()).fundAccount(context, about))}
    ${actionButton(context, 'New object', async () => (await actions()).createObject(realmId))}
    ${actionButton(context, 'New payment link', async () => (await actions()).createPaymentLink(context, about))}
  </p>`
}

/**
 * What to do in a realm in which there is nothing.
 *
 * @param {import('../app.js').Context} context
 * @param {any} realm
 */
function beginView({ api, reload }, { id, asset }) {
  if (asset !== 'paper') return nothing
  /** @param {Event} event */
  const make = async ({ currentTarget }) => {
    const button = /** @type {HTMLButtonElement} */ (currentTarget)
    const said = /** @type {HTMLElement} */ (button.parentElement?.querySelector('[role=status]'))
    button.disabled = true
    try {
      const { makeSampleData } = await import('../sample.js')
      await makeSampleData(api, id, (step) => (said.textContent = `${step} …`))
      reload()
    } catch (error) {
      said.textContent = /** @type {Error} */ (error).message
      button.disabled = false
    }
  }
  return html`<section class="begin">
    <h2>Begin</h2>
    <p>
      Make an object, fund it, and transfer. Or look at a realm that is in use: wallets, a shop, a
      custody boundary, an exchange object, a hold and a payment link.
    </p>
    <button type="button" @click=${make}>Fill it with sample data</button>
    <p class="note" role="status"></p>
  </section>`
}
