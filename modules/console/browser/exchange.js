// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { actionButton } from './action_button.js'
import { drawLater } from './history.js'
import { amountHead, cards, money, roundMoney, table } from './parts.js'

const CANDLES = 200
const INTERVAL = '15m'
const INTERVAL_MS = 15 * 60 * 1000
const actions = () => import('./actions/object.js')

/**
 * @typedef {object} Exchange
 * @property {import('./actions/object.js').Account} account
 * @property {any} state
 * @property {string[]} markets
 * @property {string} market
 */

/**
 * An exchange object: positions, open orders, and its markets.
 *
 * @param {import('./app.js').Context} context
 * @param {import('./actions/object.js').Account} account
 * @param {URLSearchParams} query of the page: `market`
 * @returns {Promise<Exchange>}
 */
export async function readExchange({ api }, account, query) {
  const { realmId, objectId } = account
  const [state, meta] = await Promise.all([
    api.get(`/api/v1/objects/${objectId}/exchange/state`, { realmId }),
    api.get('/api/v1/exchange/market/meta', { realmId }),
  ])
  const markets = (meta.markets ?? meta.universe ?? []).map((/** @type {any} */ one) => one.id)
  const market = query.get('market') ?? state.positions[0]?.market ?? markets[0]
  return { account, state, markets, market }
}

/**
 * @param {import('./app.js').Context} context
 * @param {Exchange} exchange
 * @param {string} address of the page
 */
export function exchangeView(context, { account, state, markets, market }, address) {
  const { marginSummary: margin } = state
  return html`
    <h2>Account</h2>
    ${cards([
      ['Account equity, USD', roundMoney(margin.equity)],
      ['Unrealised, USD', roundMoney(margin.totalUnrealizedPnl)],
      ['Maintenance margin, USD', roundMoney(margin.maintenanceMarginRequired)],
      ['Free to withdraw, USD', roundMoney(margin.availableToWithdraw)],
    ])}
    <p class="actions">
      ${actionButton(
        context,
        'Place an order',
        async () => (await actions()).createOrder(account, { markets, market }),
        ''
      )}
    </p>
    ${positionsView(context, account, state.positions)}
    ${ordersView(context, account, state.openOrders)}
    <h2>${market}</h2>
    <nav class="spans" aria-label="Market">
      ${markets.map(
        (/** @type {string} */ id) =>
          html`<a
            href="${address}?market=${encodeURIComponent(id)}"
            aria-current=${id === market ? 'true' : nothing}
            >${id}</a
          >`
      )}
    </nav>
    <figure>
      <figcaption>Candles of ${INTERVAL}</figcaption>
      <div
        class="chart tall"
        data-chart="candles"
        role="img"
        aria-label="Candles of ${market}"
      ></div>
    </figure>
  `
}

/** Why the balance of an account in a position looks unlike its equity. */
export const cashView = () =>
  html`<p class="note">
    Cash is what was paid in, less fees and losses, and is negative where positions are bought on
    margin. Equity is cash and what the positions are worth now.
  </p>`

/**
 * @param {import('./app.js').Context} context
 * @param {import('./actions/object.js').Account} account
 * @param {any[]} positions
 */
function positionsView(context, account, positions) {
  return html`
    <h2>Positions</h2>
    ${table(
      [
        'Market',
        'Side',
        amountHead('Size'),
        amountHead('Entry'),
        amountHead('Mark'),
        amountHead('Liquidation'),
        amountHead('Unrealised, USD'),
        '',
      ],
      positions.map(
        (/** @type {any} */ one) =>
          html`<tr>
            <td>${one.market}</td>
            <td>
              <span class="badge ${one.side}">${one.side}</span> ${one.leverage}× ${one.marginMode}
            </td>
            <td class="amount">${one.size}</td>
            <td class="amount">${one.entryPrice}</td>
            <td class="amount">${one.markPrice}</td>
            <td class="amount">${one.liquidationPrice ?? '—'}</td>
            <td class="amount">${money(one.unrealizedPnl)}</td>
            <td>
              ${actionButton(
                context,
                'Stops',
                async () => (await actions()).setStops(account, one),
                'small quiet'
              )}
              ${actionButton(
                context,
                'Close',
                async () => (await actions()).closePosition(account, one),
                'small quiet'
              )}
            </td>
          </tr>`
      ),
      'No position is open.',
      'Positions'
    )}
  `
}

/**
 * @param {import('./app.js').Context} context
 * @param {import('./actions/object.js').Account} account
 * @param {any[]} orders
 */
function ordersView(context, account, orders) {
  return html`
    <h2>Open orders</h2>
    ${
      orders.length > 1
        ? html`<p class="actions">
            ${actionButton(context, 'Cancel all', async () => (await actions()).cancelOrders(account))}
          </p>`
        : nothing
    }
    ${table(
      [
        'Market',
        'Side',
        'Type',
        amountHead('Size'),
        amountHead('Filled'),
        amountHead('Price'),
        amountHead('Trigger'),
        '',
      ],
      orders.map(
        (/** @type {any} */ one) =>
          html`<tr>
            <td>${one.market}</td>
            <td><span class="badge ${one.side}">${one.side}</span></td>
            <td>${one.orderType}${one.reduceOnly ? ', reduce only' : ''}</td>
            <td class="amount">${one.size}</td>
            <td class="amount">${one.filledSize}</td>
            <td class="amount">${one.price ?? '—'}</td>
            <td class="amount">${one.triggerPx ?? '—'}</td>
            <td>
              ${actionButton(
                context,
                'Cancel',
                async () => (await actions()).cancelOrder(account, one),
                'small quiet'
              )}
            </td>
          </tr>`
      ),
      'No order is open.',
      'Open orders'
    )}
  `
}

/**
 * Candles are read when the page stands: nobody waits for them to see a position.
 *
 * @param {import('./api.js').Api} api
 * @param {Exchange} exchange
 * @param {HTMLElement} root
 * @returns {() => void} ends the chart
 */
export function drawExchange(api, { account, market }, root) {
  const place = /** @type {HTMLElement} */ (root.querySelector('[data-chart="candles"]'))
  const endTime = Date.now()
  const read = api.get(`/api/v1/exchange/market/candles/${encodeURIComponent(market)}`, {
    realmId: account.realmId,
    interval: INTERVAL,
    endTime,
    startTime: endTime - CANDLES * INTERVAL_MS,
  })
  return drawLater(async ({ drawCandles }) => [drawCandles(place, (await read).candles)])
}
