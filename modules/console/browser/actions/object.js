// @ts-check
import { operationPath } from './realm.js'

/**
 * What can be done with one object.
 *
 * @typedef {import('../forms/action_form.js').Action} Action
 */

/**
 * @param {string} realmId
 * @param {any} object
 * @param {Record<string, string | null>} limits as they are
 * @returns {Action}
 */
export const setObjectLimits = (realmId, object, limits) => ({
  operation: 'setObjectLimits',
  title: `Limits of ${object.path}`,
  submit: 'Set the limits',
  lead: 'These are all limits of the object: an empty field is no limit.',
  at: { id: object.id },
  fixed: { realmId },
  fields: [
    {
      name: 'maxPerMovement',
      label: 'Out in one movement, at most',
      value: limits.maxPerMovement ?? '',
    },
    { name: 'maxPerDay', label: 'Out in a day (UTC), at most', value: limits.maxPerDay ?? '' },
    { name: 'minBalance', label: 'Stays available', value: limits.minBalance ?? '' },
    { name: 'maxBalance', label: 'Holds at most', value: limits.maxBalance ?? '' },
  ],
})

/**
 * @param {string} realmId
 * @param {any} object
 * @returns {Action}
 */
export const updateObjectLabels = (realmId, object) => ({
  operation: 'updateObjectLabels',
  title: `Labels of ${object.path}`,
  submit: 'Save',
  lead: 'A text sets a label, null takes it away; what is not named is kept.',
  at: { id: object.id },
  fixed: { realmId },
  inQuery: ['realmId'],
  fields: [
    {
      name: 'labels',
      label: 'Labels, JSON',
      as: 'lines',
      value: JSON.stringify(object.labels ?? { label: 'value' }, null, 2),
    },
  ],
})

/**
 * @param {string} realmId
 * @param {any} object
 * @returns {Action}
 */
export const deleteObject = (realmId, object) => ({
  operation: 'deleteObject',
  title: `Delete ${object.path}`,
  submit: 'Delete the object',
  irreversible: 'A deleted object never comes back; what it holds goes to the object you name.',
  fixed: { realmId, objectId: object.id },
  fields: [{ name: 'sweepToPath', label: 'What it holds goes to' }],
  done: ({ operation }) => ({ go: `/console/realms/${realmId}/operations/${operation.id}` }),
})

/**
 * @typedef {{ realmId: string, objectId: string }} Account an exchange object
 */

/**
 * @param {Account} account
 * @param {{ markets: string[], market: string }} choice
 * @returns {Action}
 */
export const createOrder = ({ realmId, objectId }, { markets, market }) => ({
  operation: 'createOrder',
  title: 'Place an order',
  submit: 'Place the order',
  at: { id: objectId },
  fixed: { realmId },
  fields: [
    { name: 'market', value: market, options: markets.map((id) => [id, id]) },
    {
      name: 'side',
      value: 'buy',
      options: [
        ['buy', 'buy'],
        ['sell', 'sell'],
      ],
    },
    {
      name: 'orderType',
      label: 'Type',
      value: 'MARKET',
      options: [
        ['MARKET', 'market'],
        ['LIMIT', 'limit'],
      ],
    },
    { name: 'size', label: 'Size' },
    { name: 'price', label: 'Limit price' },
    { name: 'leverage', more: true },
    { name: 'reduceOnly', label: 'Only reduces the position', more: true },
    { name: 'timeInForce', more: true },
    operationPath(),
  ],
})

/**
 * @param {Account} account
 * @param {any} position
 * @returns {Action}
 */
export const closePosition = ({ realmId, objectId }, { market, side, size }) => ({
  operation: 'closePosition',
  title: `Close ${market}, ${side} ${size}`,
  submit: 'Close the position',
  irreversible: 'The position is closed at the price that the market gives.',
  at: { id: objectId, market },
  fixed: { realmId },
  fields: [
    { name: 'size', label: 'Size', help: 'The whole position, when it is empty.' },
    operationPath(),
  ],
})

/**
 * @param {Account} account
 * @param {any} position
 * @returns {Action}
 */
export const setStops = ({ realmId, objectId }, { market, side, size }) => ({
  operation: 'setPositionTriggers',
  title: `Stops of ${market}, ${side} ${size}`,
  submit: 'Set the stops',
  at: { id: objectId, market },
  fixed: { realmId },
  fields: [
    { name: 'takeProfit.triggerPx', label: 'Take profit at' },
    { name: 'stopLoss.triggerPx', label: 'Stop loss at' },
    operationPath(),
  ],
})

/**
 * @param {Account} account
 * @param {any} order
 * @returns {Action}
 */
export const cancelOrder = ({ realmId, objectId }, order) => ({
  operation: 'cancelOrder',
  title: `Cancel ${order.side} ${order.size} of ${order.market}`,
  submit: 'Cancel the order',
  at: { id: objectId, orderId: order.orderId ?? order.id },
  fixed: { realmId },
  fields: [operationPath()],
})

/**
 * @param {Account} account
 * @returns {Action}
 */
export const cancelOrders = ({ realmId, objectId }) => ({
  operation: 'cancelOrders',
  title: 'Cancel every open order',
  submit: 'Cancel them all',
  at: { id: objectId },
  fixed: { realmId },
  fields: [{ name: 'market', label: 'Only of this market' }, operationPath()],
})
