// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { drawCandles } from './charts.js'
import { amountHead, cards, money, table } from './parts.js'

const CANDLES = 200
const INTERVAL = '15m'
const INTERVAL_MS = 15 * 60 * 1000

/**
 * An exchange object: positions, open orders, and the candles of one market.
 *
 * @param {import('./app.js').Context} context
 * @param {string} objectId
 * @param {URLSearchParams} query of the page: `market`
 */
export async function readExchange({ api, realm }, objectId, query) {
  const [state, meta] = await Promise.all([
    api.get(`/api/v1/objects/${objectId}/exchange/state`, { realmId: realm.id }),
    api.get('/api/v1/exchange/market/meta', { realmId: realm.id }),
  ])
  const markets = (meta.markets ?? meta.universe ?? []).map((/** @type {any} */ one) => one.id)
  const held = state.positions[0]?.market
  const market = query.get('market') ?? held ?? markets[0]
  const endTime = Date.now()
  const candles = await api.get(`/api/v1/exchange/market/candles/${encodeURIComponent(market)}`, {
    realmId: realm.id,
    interval: INTERVAL,
    endTime,
    startTime: endTime - CANDLES * INTERVAL_MS,
  })
  return { state, markets, market, candles: candles.candles }
}

/**
 * @param {Awaited<ReturnType<typeof readExchange>>} exchange
 * @param {string} address of the page
 */
export function exchangeView({ state, markets, market }, address) {
  const { marginSummary: margin } = state
  return html`
    <h2>Account</h2>
    ${cards([
      ['Equity, USD', money(margin.equity)],
      ['Unrealised, USD', money(margin.totalUnrealizedPnl)],
      ['Maintenance margin, USD', money(margin.maintenanceMarginRequired)],
      ['Free to withdraw, USD', money(margin.availableToWithdraw)],
    ])}
    ${positionsView(state.positions)} ${ordersView(state.openOrders)}
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

/** @param {any[]} positions */
function positionsView(positions) {
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
          </tr>`
      ),
      'No position is open.',
      'Positions'
    )}
  `
}

/** @param {any[]} orders */
function ordersView(orders) {
  return html`
    <h2>Open orders</h2>
    ${table(
      [
        'Market',
        'Side',
        'Type',
        amountHead('Size'),
        amountHead('Filled'),
        amountHead('Price'),
        amountHead('Trigger'),
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
          </tr>`
      ),
      'No order is open.',
      'Open orders'
    )}
  `
}

/**
 * @param {Awaited<ReturnType<typeof readExchange>>} exchange
 * @param {HTMLElement} root
 * @returns {() => void} ends the chart
 */
export function drawExchange({ candles }, root) {
  const place = /** @type {HTMLElement} */ (root.querySelector('[data-chart="candles"]'))
  return drawCandles(place, candles)
}
