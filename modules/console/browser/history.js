// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { roundMoney } from './parts.js'

const DAY_MS = 24 * 3600 * 1000
const POINTS = 300
/** @type {[string, string, number][]} */
const SPANS = [
  ['day', '24 hours', DAY_MS],
  ['week', '7 days', 7 * DAY_MS],
  ['month', '30 days', 30 * DAY_MS],
]

/**
 * Equity and profit of a prefix or an object over time.
 *
 * @param {import('./app.js').Context} context
 * @param {{ realmId: string, kind: 'path', target: string } | { realmId: string, kind: 'object', objectId: string }} of
 * @param {URLSearchParams} query of the page: `span`
 */
export async function readHistory({ api }, of, query) {
  const span = SPANS.find(([name]) => name === query.get('span')) ?? SPANS[0]
  const to = new Date()
  const asked = {
    points: POINTS,
    ...of,
    from: new Date(to.getTime() - (span?.[2] ?? DAY_MS)).toISOString(),
    to: to.toISOString(),
  }
  const [equity, pnl] = await Promise.all([
    api.get('/api/v1/objects/aggregate/history', asked),
    api.get('/api/v1/objects/pnl/history', asked),
  ])
  return { equity, pnl, span: span?.[0] ?? '' }
}

/**
 * @param {Awaited<ReturnType<typeof readHistory>>} history
 * @param {string} address of the page
 */
export function historyView({ equity, pnl, span }, address) {
  const newest = equity.points.at(-1)
  const earned = pnl.points.at(-1)
  return html`
    <nav class="spans" aria-label="Span of the charts">
      ${SPANS.map(
        ([name, text]) =>
          html`<a href="${address}?span=${name}" aria-current=${name === span ? 'true' : nothing}
            >${text}</a
          >`
      )}
    </nav>
    <div class="charts">
      <figure>
        <figcaption>Equity, USD: ${roundMoney(newest?.equityUsd)}</figcaption>
        <div
          class="chart"
          data-chart="equity"
          role="img"
          aria-label="Equity over time, now ${newest?.equityUsd ?? 'unknown'} USD"
        ></div>
      </figure>
      <figure>
        <figcaption>Profit and loss, USD: ${roundMoney(earned?.pnlUsd)}</figcaption>
        <div
          class="chart"
          data-chart="pnl"
          role="img"
          aria-label="Profit and loss over time, now ${earned?.pnlUsd ?? 'unknown'} USD"
        ></div>
      </figure>
    </div>
    <p class="note credit">
      A point every ${equity.resolution}. Charts by
      <a href="https://www.tradingview.com/" rel="noreferrer">TradingView Lightweight Charts</a>.
    </p>
  `
}

/**
 * The library is loaded when the page stands already: figures are there before their curves.
 *
 * @param {Awaited<ReturnType<typeof readHistory>>} history
 * @param {HTMLElement} root
 * @returns {() => void} ends the charts
 */
export function drawHistory({ equity, pnl }, root) {
  const place = (/** @type {string} */ name) =>
    /** @type {HTMLElement} */ (root.querySelector(`[data-chart="${name}"]`))
  const points = (/** @type {any[]} */ list, /** @type {string} */ field) =>
    list.flatMap((point) => (point[field] ? [{ time: point.ts, value: point[field] }] : []))
  return drawLater(({ drawEquity, drawPnl }) => [
    drawEquity(place('equity'), points(equity.points, 'equityUsd')),
    drawPnl(place('pnl'), points(pnl.points, 'pnlUsd')),
  ])
}

/**
 * @typedef {(() => void)[]} Ends what ends each chart
 *
 * @param {(charts: typeof import('./charts.js')) => Ends | Promise<Ends>} draw
 * @returns {() => void} ends them, also those that are not drawn yet
 */
export function drawLater(draw) {
  let isLeft = false
  /** @type {Ends} */
  let ends = []
  const end = () => ends.splice(0).forEach((each) => each())
  const begin = () =>
    import('./charts.js')
      .then((charts) => (isLeft ? [] : draw(charts)))
      .then((drawn) => {
        end()
        ends = drawn
        if (isLeft) end()
      })
  // A canvas keeps the colours that it was drawn with.
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  const anew = () => {
    end()
    void begin()
  }
  scheme.addEventListener('change', anew)
  void begin()
  return () => {
    isLeft = true
    scheme.removeEventListener('change', anew)
    end()
  }
}
