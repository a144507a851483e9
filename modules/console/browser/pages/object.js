// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { exchangeView, drawExchange, readExchange } from '../exchange.js'
import { parentOf } from '../format.js'
import { drawHistory, historyView, readHistory } from '../history.js'
import { liabilityView } from '../liability.js'
import {
  OPERATION_HEADS,
  amountHead,
  badge,
  code,
  facts,
  moment,
  money,
  operationRow,
  table,
} from '../parts.js'

/** @type {import('../router.js').Page} */
export async function objectPage(context, { realmId = '', objectId = '' }, query) {
  const { api } = context
  const detail = await api.get(`/api/v1/objects/${objectId}`)
  const { object } = detail
  const isExchange = object.type === 'exchange'
  const [history, exchange, { limits }] = await Promise.all([
    readHistory(context, { target: object.path, kind: 'object', objectId }, query),
    isExchange ? readExchange(context, objectId, query) : null,
    api.get(`/api/v1/objects/${objectId}/limits`),
  ])
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
      ${facts([
        ['Type', object.type],
        ['Created', moment(object.createdAt)],
        ['Boundary', object.isolation?.boundaryId ? code(object.isolation.boundaryId) : 'default'],
        ['Id', html`<code>${object.id}</code>`],
      ])}
      ${labelsView(object.labels)} ${balancesView(detail.balances)} ${limitsView(limits)}
      ${historyView(history, `${address}/${objectId}`)}
      ${exchange ? exchangeView(exchange, `${address}/${objectId}`) : nothing}
      <h2>Newest operations</h2>
      ${table(
        OPERATION_HEADS,
        detail.operations.map((/** @type {any} */ operation) => operationRow(realmId, operation)),
        'No operation has touched this object.',
        'Newest operations'
      )}
      ${liabilityView(api, objectId)}
    `,
    mounted: (root) => {
      const ends = [drawHistory(history, root), ...(exchange ? [drawExchange(exchange, root)] : [])]
      return () => ends.forEach((end) => end())
    },
  }
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
