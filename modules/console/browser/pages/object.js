// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { actionButton } from '../action_button.js'
import { cashView, drawExchange, exchangeView, readExchange } from '../exchange.js'
import { parentOf } from '../format.js'
import { drawHistory, historyView, readHistory } from '../history.js'
import { liabilityView } from '../liability.js'
import { statementView } from '../statement.js'
import {
  OPERATION_HEADS,
  amountHead,
  badge,
  exactly,
  facts,
  money,
  operationRow,
  table,
} from '../parts.js'

const ofRealm = () => import('../actions/realm.js')
const ofObject = () => import('../actions/object.js')

/** @type {import('../router.js').Page} */
export async function objectPage(context, { realmId = '', objectId = '' }, query) {
  const { api } = context
  const reading = api.get(`/api/v1/objects/${objectId}`)
  const [detail, { limits }, history, exchange] = await Promise.all([
    reading,
    api.get(`/api/v1/objects/${objectId}/limits`),
    readHistory(context, { realmId, kind: 'object', objectId }, query),
    // It waits for what says that the object trades, and for nothing else.
    reading.then((/** @type {any} */ { object: { type } }) =>
      type === 'exchange' ? readExchange(context, { realmId, objectId }, query) : null
    ),
  ])
  const { object } = detail
  const address = `/console/realms/${realmId}/objects`
  return {
    title: object.path,
    view: html`
      <nav class="trail" aria-label="Folder">
        <a href="${address}?${new URLSearchParams({ prefix: parentOf(object.path) })}"
          >${parentOf(object.path)}</a
        >
      </nav>
      <h1>${object.path} ${badge(object.status)}</h1>
      ${actionsView(context, object, limits)}
      ${facts([
        ['Type', object.type],
        ['Created', exactly(object.createdAt)],
        ['Boundary', boundaryView(address, object.isolation)],
        ['Id', html`<code>${object.id}</code>`],
      ])}
      ${labelsView(object.labels)}
      ${
        exchange
          ? html`${exchangeView(context, exchange, `${address}/${objectId}`)} ${cashView()}`
          : nothing
      }
      ${balancesView(detail.balances)} ${limitsView(limits)}
      ${historyView(history, `${address}/${objectId}`)}
      <h2>Newest operations</h2>
      ${table(
        OPERATION_HEADS,
        detail.operations.map((/** @type {any} */ operation) => operationRow(realmId, operation)),
        'No operation has touched this object.',
        'Newest operations'
      )}
      ${statementView(api, object)} ${liabilityView(api, objectId)}
    `,
    mounted: (root) => {
      const ends = [
        drawHistory(history, root),
        ...(exchange ? [drawExchange(api, exchange, root)] : []),
      ]
      return () => ends.forEach((end) => end())
    },
  }
}

/**
 * @param {import('../app.js').Context} context
 * @param {any} object
 * @param {Record<string, string | null>} limits
 */
function actionsView(context, object, limits) {
  if (object.status !== 'active') return nothing
  const { realmId, path, type } = object
  const from = { realmId, sourceObjectPath: path }
  const at = { realmId, objectPath: path }
  return html`<p class="actions">
    ${actionButton(
      context,
      'Transfer',
      async () => (await ofRealm()).createTransfer(context, from),
      // Of an account that trades, most often an order is placed.
      type === 'exchange' ? 'quiet' : ''
    )}
    ${actionButton(context, 'Fund', async () => (await ofRealm()).fundAccount(context, at))}
    ${
      type === 'exchange'
        ? nothing
        : html`${actionButton(context, 'Withdraw', async () =>
            (await ofRealm()).defundAccount(context, at)
          )}
          ${actionButton(context, 'Hold', async () => (await ofRealm()).createHold(context, from))}
          ${actionButton(context, 'Payment link', async () =>
            (await ofRealm()).createPaymentLink(context, at)
          )}`
    }
    ${actionButton(context, 'Limits', async () =>
      (await ofObject()).setObjectLimits(realmId, object, limits)
    )}
    ${actionButton(context, 'Labels', async () =>
      (await ofObject()).updateObjectLabels(realmId, object)
    )}
    ${actionButton(context, 'Delete', async () => (await ofObject()).deleteObject(realmId, object))}
  </p>`
}

/**
 * @param {string} address of the objects
 * @param {any} isolation
 */
function boundaryView(address, isolation) {
  if (!isolation?.boundaryId) return 'default'
  const { boundaryRootPath: root } = isolation
  return html`<a href="${address}?${new URLSearchParams({ prefix: `${root}/` })}"
    ><code title=${isolation.boundaryId}>${root}</code></a
  >`
}

/** @param {any[]} balances */
function balancesView(balances) {
  return html`
    <h2>Balances</h2>
    ${table(
      [
        'Denomination',
        amountHead('Settled'),
        amountHead('Arriving'),
        amountHead('Departing'),
        amountHead('Total'),
      ],
      balances.map(
        ({ denomination, settled, arriving, departing, total }) =>
          html`<tr>
            <td>${denomination}</td>
            <td class="amount">${money(settled)}</td>
            <td class="amount">${money(arriving)}</td>
            <td class="amount">${money(departing)}</td>
            <td class="amount"><strong>${money(total)}</strong></td>
          </tr>`
      ),
      'No value has ever been here.',
      'Balances'
    )}
  `
}

const LIMITS = {
  maxPerMovement: 'Out in one movement, at most',
  maxPerDay: 'Out in a day (UTC), at most',
  minBalance: 'Stays available',
  maxBalance: 'Holds at most',
}

/** @param {Record<string, string | null>} limits */
function limitsView(limits) {
  const set = Object.entries(LIMITS).filter(([name]) => limits[name] !== null)
  if (set.length === 0) return nothing
  return html`
    <h2>Limits</h2>
    ${table(
      ['Limit', amountHead('Amount')],
      set.map(
        ([name, label]) =>
          html`<tr>
            <td>
              ${label}${name === 'maxPerDay' ? html`; today ${money(limits.movedToday)}` : nothing}
            </td>
            <td class="amount">${money(limits[name])}</td>
          </tr>`
      ),
      '',
      'Limits'
    )}
  `
}

/** @param {Record<string, string> | null} labels */
function labelsView(labels) {
  const entries = Object.entries(labels ?? {})
  if (entries.length === 0) return nothing
  return html`<p>
    ${entries.map(([key, value]) => html`<span class="badge label">${key}: ${value}</span> `)}
  </p>`
}
