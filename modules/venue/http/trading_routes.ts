import type { HttpRouterService } from '@adonisjs/core/types'
import { access, on } from '#app/http/access'
import { idempotency } from '#app/http/idempotency/route_idempotency'
import { tradingAnswers as answers } from './trading_schemas.ts'
import {
  accountQuery,
  assetQuery,
  batchBody,
  cancelAllQuery,
  cancelQuery,
  closeBody,
  fillsQuery,
  fundingPaymentsQuery,
  isolatedMarginBody,
  leverageBody,
  marginModeBody,
  objectMarketParams,
  objectParams,
  orderParams,
  ordersQuery,
  placeOrderBody,
  positionTriggersBody,
  positionsQuery,
  resizeBody,
  settingQuery,
  summaryQuery,
  twapBody,
  twapParams,
  twapsQuery,
} from './trading_validators.ts'

const Orders = () => import('./orders_controller.ts')
const Accounts = () => import('./accounts_controller.ts')
const History = () => import('./history_controller.ts')
const Twaps = () => import('./twaps_controller.ts')

const BASE = '/api/v1/objects/:id/exchange'
const OWN = on.looked('the path of the exchange object')
const READ = access.action('svc:ReadExchange', OWN)
const PLACE = access.action('svc:PlaceOrder', OWN)
const CANCEL = access.action('svc:CancelOrder', OWN)

const BRACKET = [
  { market: 'vn:0:BTC', side: 'buy', orderType: 'MARKET', size: '0.01' },
  {
    market: 'vn:0:BTC',
    side: 'sell',
    orderType: 'MARKET',
    reduceOnly: true,
    isTrigger: true,
    triggerPx: '120000',
    tpsl: 'tp',
    sizeToMax: true,
  },
]

const READ_REFUSALS = [
  'NOT_FOUND',
  'OBJECT_NOT_FOUND',
  'REALM_SCOPE_MISMATCH',
  'EXCHANGE_PROVISIONING',
  'MARKET_DATA_UNAVAILABLE',
] as const
const COMMAND_REFUSALS = [
  ...READ_REFUSALS,
  'IDEMPOTENCY_VIOLATION',
  'CONFLICT',
  'INVALID_STATE',
  'INSUFFICIENT_MARGIN',
  'EXCHANGE_ERROR',
  'OVERLOADED',
  'UNAVAILABLE',
] as const
const ORDER_REFUSALS = [
  ...COMMAND_REFUSALS,
  'NO_LIQUIDITY',
  'MARKET_DELISTED',
  'ORDER_FAILED',
  'BAD_TRIGGER_PX',
  'BAD_ALO_PX',
] as const

export function mountTradingRoutes(router: HttpRouterService) {
  mountOrders(router)
  mountPlacedOrders(router)
  mountPositions(router)
  mountSettings(router)
  mountHistory(router)
  mountTwaps(router)
}

function mountOrders(router: HttpRouterService) {
  router
    .post(`${BASE}/orders`, [Orders, 'store'])
    .operationId('createOrder')
    .access(PLACE)
    .idempotent(idempotency.path('path'))
    .summary('Place an order, once per operation path')
    .params(objectParams)
    .body(placeOrderBody)
    .example({ size: '0.01' })
    .answers(201, 'The order as its venue took it', answers.placed)
    .refuses(...ORDER_REFUSALS)
    .guarded('change')
  router
    .post(`${BASE}/orders/batch`, [Orders, 'batch'])
    .operationId('createOrderBatch')
    .access(PLACE)
    .idempotent(idempotency.path('path'))
    .summary('Place an entry with its take-profit and stop-loss')
    .params(objectParams)
    .body(batchBody)
    .example({ orders: BRACKET })
    .answers(201, 'The entry and its legs', answers.several)
    .refuses(...ORDER_REFUSALS, 'BAD_BATCH_GROUPING')
    .guarded('change')
}

function mountPlacedOrders(router: HttpRouterService) {
  router
    .get(`${BASE}/orders`, [History, 'orders'])
    .operationId('listOrders')
    .access(READ)
    .summary('The orders of an account, newest first')
    .params(objectParams)
    .query(ordersQuery)
    .answers(200, 'A page of orders', answers.orders)
    .refuses(...READ_REFUSALS)
  router
    .get(`${BASE}/orders/:orderId`, [History, 'order'])
    .operationId('getOrder')
    .access(READ)
    .summary('An order with its fills')
    .params(orderParams)
    .query(accountQuery)
    .answers(200, 'The order', answers.order)
    .refuses(...READ_REFUSALS)
  router
    .patch(`${BASE}/orders/:orderId`, [Orders, 'update'])
    .operationId('resizeOrder')
    .access(PLACE)
    .summary('Change the total size of an order')
    .params(orderParams)
    .body(resizeBody)
    .operationPath('path')
    .answers(200, 'The order', answers.changed)
    .refuses(...ORDER_REFUSALS)
    .guarded('change')
  router
    .delete(`${BASE}/orders/:orderId`, [Orders, 'destroy'])
    .operationId('cancelOrder')
    .access(CANCEL)
    .summary('Cancel an order')
    .params(orderParams)
    .query(cancelQuery)
    .operationPath('path')
    .answers(200, 'The order', answers.changed)
    .refuses(...COMMAND_REFUSALS)
    .guarded('change')
  router
    .delete(`${BASE}/orders`, [Orders, 'destroyAll'])
    .operationId('cancelOrders')
    .access(CANCEL)
    .summary('Cancel all orders, or those of one market')
    .params(objectParams)
    .query(cancelAllQuery)
    .operationPath('path')
    .answers(200, 'The orders that ended', answers.several)
    .refuses(...COMMAND_REFUSALS)
    .guarded('change')
}

function mountPositions(router: HttpRouterService) {
  router
    .get(`${BASE}/positions`, [Accounts, 'positions'])
    .operationId('listPositions')
    .access(READ)
    .summary('The open positions of an account, by market')
    .params(objectParams)
    .query(positionsQuery)
    .answers(200, 'A page of positions', answers.positions)
    .refuses(...READ_REFUSALS)
  router
    .put(`${BASE}/positions/:market/tpsl`, [Orders, 'protect'])
    .operationId('setPositionTriggers')
    .access(PLACE)
    .summary('Set take-profit and stop-loss of a position')
    .params(objectMarketParams)
    .body(positionTriggersBody)
    .operationPath('path')
    .example({ takeProfit: { triggerPx: '120000' } })
    .answers(200, 'The triggers set and replaced', answers.several)
    .refuses(...ORDER_REFUSALS)
    .guarded('change')
  router
    .post(`${BASE}/positions/:market/close`, [Orders, 'closePosition'])
    .operationId('closePosition')
    .access(PLACE)
    .idempotent(idempotency.path('path'))
    .summary('Close a position at market')
    .params(objectMarketParams)
    .body(closeBody)
    .answers(201, 'The closing order', answers.placed)
    .refuses(...ORDER_REFUSALS)
    .guarded('change')
}

function mountSettings(router: HttpRouterService) {
  router
    .get(`${BASE}/state`, [Accounts, 'state'])
    .operationId('getExchangeState')
    .access(READ)
    .summary('An exchange account: margin, positions, open orders')
    .params(objectParams)
    .query(accountQuery)
    .answers(200, 'The account', answers.state)
    .refuses(...READ_REFUSALS)
  router
    .get(`${BASE}/active-asset-data`, [Accounts, 'asset'])
    .operationId('getActiveAssetData')
    .access(READ)
    .summary('How much an account could order of a market')
    .params(objectParams)
    .query(assetQuery)
    .answers(200, 'Largest sizes and prices', answers.asset)
    .refuses(...READ_REFUSALS, 'INSUFFICIENT_MARGIN', 'ORDER_FAILED')
  router
    .get(`${BASE}/leverage`, [Accounts, 'leverage'])
    .operationId('getLeverage')
    .access(READ)
    .summary('The leverage an account trades a market with')
    .params(objectParams)
    .query(settingQuery)
    .answers(200, 'The leverage', answers.leverage)
    .refuses(...READ_REFUSALS)
  router
    .post(`${BASE}/leverage`, [Accounts, 'setLeverage'])
    .operationId('setLeverage')
    .access(PLACE)
    .idempotent(idempotency.path('path'))
    .summary('Set the leverage of a market')
    .params(objectParams)
    .body(leverageBody)
    .answers(200, 'The leverage', answers.leverage)
    .refuses(...COMMAND_REFUSALS, 'ORDER_FAILED')
    .guarded('change')
  router
    .post(`${BASE}/margin-mode`, [Accounts, 'setMarginMode'])
    .operationId('setMarginMode')
    .access(PLACE)
    .idempotent(idempotency.path('path'))
    .summary('Set the margin mode of a market without position or orders')
    .params(objectParams)
    .body(marginModeBody)
    .example({ market: 'vn:0:ETH', marginMode: 'isolated' })
    .answers(200, 'The mode', answers.marginMode)
    .refuses(...COMMAND_REFUSALS, 'ORDER_FAILED')
    .guarded('change')
  router
    .post(`${BASE}/isolated-margin`, [Accounts, 'moveIsolatedMargin'])
    .operationId('moveIsolatedMargin')
    .access(PLACE)
    .idempotent(idempotency.path('path'))
    .summary('Add margin to an isolated position, or take some out')
    .params(objectParams)
    .body(isolatedMarginBody)
    .example({ market: 'vn:0:ETH' })
    .answers(200, 'The margin of the position', answers.isolatedMargin)
    .refuses(...COMMAND_REFUSALS)
    .guarded('change')
}

function mountHistory(router: HttpRouterService) {
  router
    .get(`${BASE}/fills`, [History, 'fills'])
    .operationId('listFills')
    .access(READ)
    .summary('The fills of an account, newest first')
    .params(objectParams)
    .query(fillsQuery)
    .answers(200, 'A page of fills', answers.fills)
    .refuses(...READ_REFUSALS)
  router
    .get(`${BASE}/funding`, [History, 'funding'])
    .operationId('listFundingPayments')
    .access(READ)
    .summary('Funding paid and received, newest first')
    .params(objectParams)
    .query(fundingPaymentsQuery)
    .answers(200, 'A page of payments; negative ones were paid', answers.funding)
    .refuses(...READ_REFUSALS)
  router
    .get(`${BASE}/trade-summary`, [History, 'summary'])
    .operationId('getTradeSummary')
    .access(READ)
    .summary('Volume, profit, fees and funding by market')
    .params(objectParams)
    .query(summaryQuery)
    .answers(200, 'The sums', answers.summary)
    .refuses(...READ_REFUSALS)
}

function mountTwaps(router: HttpRouterService) {
  router
    .post(`${BASE}/twap`, [Twaps, 'store'])
    .operationId('createTwap')
    .access(PLACE)
    .idempotent(idempotency.path('path'))
    .summary('Start an order that is sent in slices')
    .params(objectParams)
    .body(twapBody)
    .answers(201, 'The TWAP', answers.twap)
    .refuses(...ORDER_REFUSALS)
    .guarded('change')
  router
    .get(`${BASE}/twap`, [Twaps, 'index'])
    .operationId('listTwaps')
    .access(READ)
    .summary('The TWAPs of an account, newest first')
    .params(objectParams)
    .query(twapsQuery)
    .answers(200, 'A page of TWAPs', answers.twaps)
    .refuses(...READ_REFUSALS)
  router
    .delete(`${BASE}/twap/:operationId`, [Twaps, 'destroy'])
    .operationId('stopTwap')
    .access(CANCEL)
    .summary('Stop a running TWAP')
    .params(twapParams)
    .query(cancelQuery)
    .operationPath('path')
    .answers(200, 'The TWAP', answers.twap)
    .refuses(...COMMAND_REFUSALS)
    .guarded('change')
}
