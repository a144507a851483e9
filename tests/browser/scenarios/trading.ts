import type { FurnishedRealm } from '#tests/browser/support/console'
import { accepted, type AnyData, type TestRealm } from '#tests/support/client'
import { newest, type Scenario } from './scenario.ts'

const ofExchange = ({ exchangeId }: FurnishedRealm) => `/objects/${exchangeId}`

async function stateOf(realm: TestRealm) {
  const { object } = accepted(await realm.find('/users/ann/perps'))
  return accepted(await realm.get(`/objects/${object.id}/exchange/state`))
}

/** What is done with positions and orders. */
export const TRADING_SCENARIOS: Scenario[] = [
  {
    operation: 'createOrder',
    at: ofExchange,
    open: 'Place an order',
    fill: { 'Type': '=LIMIT', 'Size': '0.02', 'Limit price': '40000' },
    submit: 'Place the order',
    came: async (realm) =>
      (await stateOf(realm)).openOrders.some(({ price }: AnyData) => price === '40000'),
  },
  {
    operation: 'cancelOrder',
    at: ofExchange,
    open: 'Cancel',
    submit: 'Cancel the order',
    came: newest('cancel'),
  },
  {
    operation: 'setPositionTriggers',
    at: ofExchange,
    open: 'Stops',
    fill: { 'Stop loss at': '1000' },
    submit: 'Set the stops',
    came: async (realm) =>
      (await stateOf(realm)).openOrders.some(({ triggerPx }: AnyData) => triggerPx === '1000'),
  },
  {
    operation: 'cancelOrders',
    at: ofExchange,
    open: 'Cancel all',
    submit: 'Cancel them all',
    came: async (realm) => (await stateOf(realm)).openOrders.length === 0,
  },
  {
    operation: 'closePosition',
    at: ofExchange,
    open: 'Close',
    submit: 'Close the position',
    asksBack: true,
    came: async (realm) => (await stateOf(realm)).positions.length === 0,
  },
]
