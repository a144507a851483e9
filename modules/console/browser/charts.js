// @ts-check
import {
  AreaSeries,
  BaselineSeries,
  CandlestickSeries,
  createChart,
} from '/console/assets/lightweight-charts.js'
import { axisText, drawnPart } from './points.js'

/**
 * A chart draws points on a canvas, so it needs numbers; every figure that is read as a figure is
 * shown as text beside it, straight from the service.
 *
 * @typedef {import('./points.js').Point} Point
 */

const USD = { type: /** @type {const} */ ('custom'), minMove: 0.01, formatter: axisText }

/** @param {string} name of a custom property of the style sheet */
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** @param {string} time */
const seconds = (time) => /** @type {any} */ (Math.floor(Date.parse(time) / 1000))

/** @param {HTMLElement} place */
function chartIn(place) {
  return createChart(place, {
    autoSize: true,
    layout: {
      background: { color: 'transparent' },
      textColor: colour('--soft'),
      // The name of the library stands below the chart as text: its own logo brings a style sheet our policy forbids.
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: colour('--hair') } },
    rightPriceScale: { borderVisible: false, entireTextOnly: true },
    timeScale: { borderVisible: false, timeVisible: true, secondsVisible: false },
    handleScroll: false,
    handleScale: false,
  })
}

/** @param {readonly Point[]} points */
function lineOf(points) {
  const bySecond = new Map(points.map(({ time, value }) => [seconds(time), Number(value)]))
  return [...bySecond].map(([time, value]) => ({ time, value }))
}

/**
 * A curve of one point says nothing, and an axis without a curve looks broken.
 *
 * @param {HTMLElement} place
 */
function sayEmpty(place) {
  const said = document.createElement('p')
  said.className = 'note empty'
  said.textContent = 'Nothing to draw yet.'
  place.append(said)
  return () => said.remove()
}

/**
 * @param {HTMLElement} place
 * @param {readonly Point[]} points
 * @returns {() => void} ends the chart
 */
export function drawEquity(place, points) {
  const drawn = drawnPart(points)
  if (drawn.length === 0) return sayEmpty(place)
  const chart = chartIn(place)
  const accent = colour('--accent')
  const series = chart.addSeries(AreaSeries, {
    priceFormat: USD,
    lineColor: accent,
    lineWidth: 2,
    priceLineVisible: false,
    topColor: `${accent}40`,
    bottomColor: `${accent}00`,
  })
  series.setData(lineOf(drawn))
  chart.timeScale().fitContent()
  return () => chart.remove()
}

/**
 * @param {HTMLElement} place
 * @param {readonly Point[]} points
 * @returns {() => void}
 */
export function drawPnl(place, points) {
  const drawn = drawnPart(points)
  if (drawn.length === 0) return sayEmpty(place)
  const chart = chartIn(place)
  const [gain, loss] = [colour('--gain'), colour('--problem')]
  const series = chart.addSeries(BaselineSeries, {
    priceFormat: USD,
    baseValue: { type: 'price', price: 0 },
    lineWidth: 2,
    priceLineVisible: false,
    topLineColor: gain,
    bottomLineColor: loss,
    topFillColor1: `${gain}40`,
    topFillColor2: `${gain}00`,
    bottomFillColor1: `${loss}00`,
    bottomFillColor2: `${loss}40`,
  })
  series.setData(lineOf(drawn))
  chart.timeScale().fitContent()
  return () => chart.remove()
}

/**
 * @param {HTMLElement} place
 * @param {readonly { t: number, o: string, h: string, l: string, c: string }[]} candles as the API gives them; `t` in milliseconds
 * @returns {() => void}
 */
export function drawCandles(place, candles) {
  if (candles.length === 0) return sayEmpty(place)
  const chart = chartIn(place)
  const [gain, loss] = [colour('--gain'), colour('--problem')]
  // Prices have as many decimals as their market gives them; some are a fraction of a cent.
  const precision = Math.max(...candles.map(({ c }) => c.split('.')[1]?.length ?? 0))
  const series = chart.addSeries(CandlestickSeries, {
    priceFormat: { type: 'price', precision, minMove: 10 ** -precision },
    upColor: gain,
    downColor: loss,
    wickUpColor: gain,
    wickDownColor: loss,
    borderVisible: false,
  })
  series.setData(
    candles.map(({ t, o, h, l, c }) => ({
      time: /** @type {any} */ (Math.floor(t / 1000)),
      open: Number(o),
      high: Number(h),
      low: Number(l),
      close: Number(c),
    }))
  )
  chart.timeScale().fitContent()
  return () => chart.remove()
}
