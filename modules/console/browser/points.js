// @ts-check
import { headline } from './format.js'

/**
 * Which part of a series of values a chart draws. Nothing here touches the page.
 *
 * @typedef {{ time: string, value: string }} Point `time` is RFC 3339
 */

const DECIMALS = 6

/**
 * The text of a number beside an axis: cut off like every headline, so that no chart shows more than
 * there is.
 *
 * @param {number} value
 */
export const axisText = (value) => headline(value.toFixed(DECIMALS))

/** @param {Point} point */
const isNothing = ({ value }) => !/[1-9]/.test(value)

/**
 * A series from where it begins: before a realm had anything it was worth nothing, and a day of that
 * would leave no room for the hour that there was something. One point of it stays, to show the start.
 *
 * @template {Point} P
 * @param {readonly P[]} points
 * @returns {readonly P[]} empty when there is no curve to draw: fewer than two points, or nothing in any
 */
export function drawnPart(points) {
  const first = points.findIndex((point) => !isNothing(point))
  if (first < 0 || points.length < 2) return []
  return points.slice(Math.max(0, Math.min(first - 1, points.length - 2)))
}
