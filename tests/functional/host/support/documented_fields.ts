/**
 * The fields that the interface and its decisions name, endpoint by endpoint: a caller who read them
 * may send every one of them. Dots lead into objects and lists.
 */
export interface DocumentedFields {
  query?: readonly string[]
  body?: readonly string[]
}

const PAGE = ['limit', 'cursor'] as const
/** What lists of history, objects and links are filtered by alike. */
const FILTERS = ['objectId', 'path', 'pathPrefix', 'type', 'from', 'to'] as const
const MOVE = ['path', 'sourceObjectPath', 'targetObjectPath', 'amount', 'feeOverride'] as const
const CREATE_LINK = `
  realmId type objectRef objectPath amount returnUrl returnStrategy destinationAddress
  expiresInMinutes metadata path
`
  .trim()
  .split(/\s+/)
const ORDER = `
  path objectId market side orderType size price leverage reduceOnly timeInForce isTrigger
  triggerPx isMarket tpsl sizeToMax isolated useMax sizeTolerance maxSizeTolerance
  ocoGroupId applicationFeeTenthsBps
`
  .trim()
  .split(/\s+/)
const HISTORY = ['realmId', 'target', 'kind', 'objectId', 'prefix', 'from', 'to', 'points']
const WITHDRAWAL = ['realmId', 'path', 'objectPath', 'amount', 'destinationAddress', 'deadline']
const STATEMENTS = ['effect', 'actions', 'resources'].map((name) => `scope.statements.0.${name}`)

const within = (at: string, names: readonly string[]) => names.map((name) => `${at}.${name}`)

const ACCOUNT = '/api/v1/objects/:id/exchange'
const MARKET = '/api/v1/exchange/market'
const SIM = '/api/v1/exchange/sim'

export const DOCUMENTED: Record<string, DocumentedFields> = {
  'POST /api/v1/auth/google': { body: ['googleIdToken', 'orgName'] },
  'POST /api/v1/auth/refresh': { body: ['refreshToken'] },
  'POST /api/v1/auth/logout': { body: ['refreshToken'] },
  'GET /api/v1/auth/me': {},
  'POST /api/v1/auth/token': {
    body: ['realmId', 'sub', 'scope', 'scope.statements', ...STATEMENTS, 'expirationMinutes'],
  },
  'GET /api/v1/auth/audit': {
    query: ['eventType', 'realmId', 'since', 'until', 'success', ...PAGE],
  },
  'GET /api/v1/auth/step-up/:id': {},
  'GET /api/v1/permissions': {},

  'POST /api/v1/realms': { body: ['name', 'asset', 'lifecycle', 'backing', 'type', 'description'] },
  'GET /api/v1/realms': { query: PAGE },
  'GET /api/v1/realms/:realmId': {},
  'PATCH /api/v1/realms/:realmId/settings': {
    body: [
      'defaultApplicationFeeTenthsBps',
      'branding',
      ...within('branding', [
        'displayName',
        'accentColor',
        'logoUrl',
        'hideExpiryTimer',
        'environmentBannerText',
      ]),
    ],
  },

  'POST /api/v1/api-keys': {
    body: ['name', 'realmId', 'permissions', 'scope', 'scope.statements', ...STATEMENTS],
  },
  'GET /api/v1/api-keys': { query: PAGE },
  'DELETE /api/v1/api-keys/:id': {},
  'POST /api/v1/signing-keys': { body: ['name', 'publicKey'] },
  'GET /api/v1/signing-keys': { query: PAGE },
  'DELETE /api/v1/signing-keys/:id': {},
  'POST /api/v1/signing-keys/:id/cancel': {},
  'GET /api/v1/signing-keys/:id/events': { query: PAGE },

  'POST /api/v1/objects': { body: ['realmId', 'path', 'type', 'metadata', 'operationPath'] },
  'GET /api/v1/objects': {
    query: ['realmId', 'prefix', 'includeDeleted', 'include', ...FILTERS, ...PAGE],
  },
  'GET /api/v1/objects/browse': { query: ['realmId', 'prefix', 'includeDeleted', ...PAGE] },
  'GET /api/v1/objects/by-path': { query: ['realmId', 'path'] },
  'POST /api/v1/isolation-zones': { body: ['realmId', 'path'] },
  'GET /api/v1/objects/valuation': { query: ['realmId', 'path'] },
  'GET /api/v1/objects/aggregate': { query: ['realmId', 'prefix'] },
  'GET /api/v1/objects/aggregate/history': { query: HISTORY },
  'GET /api/v1/objects/pnl': { query: ['realmId', 'prefix', 'from', 'to'] },
  'GET /api/v1/objects/pnl/history': { query: HISTORY },
  'POST /api/v1/aggregations/watch': {
    body: ['realmId', 'sources', 'sources.0.type', 'sources.0.value'],
  },
  'GET /api/v1/aggregations/watch/:id': { query: ['realmId'] },
  'DELETE /api/v1/aggregations/watch/:id': { query: ['realmId'] },
  'GET /api/v1/objects/:id': { query: ['realmId'] },
  'GET /api/v1/objects/:id/balances': { query: ['realmId'] },
  'GET /api/v1/objects/:id/snapshot': { query: ['realmId', 'asOf'] },
  'GET /api/v1/objects/:id/deletion-readiness': { query: ['realmId'] },
  'POST /api/v1/objects/delete': {
    body: ['realmId', 'objectId', 'path', 'sweepToPath', 'liquidatePositions'],
  },
  'GET /api/v1/objects/:id/versions': { query: ['realmId', ...PAGE] },
  'PATCH /api/v1/objects/:id/labels': { query: ['realmId'], body: ['labels'] },
  'GET /api/v1/folders/labels': { query: ['realmId', 'path'] },
  'PUT /api/v1/folders/labels': { body: ['realmId', 'path', 'labels'] },

  'GET /api/v1/operations': {
    query: ['realmId', 'types', 'objectPath', 'includeContext', 'state', ...FILTERS, ...PAGE],
  },
  'GET /api/v1/operations/:id': { query: ['realmId', 'includeEvidence'] },
  'GET /api/v1/operations/export': {
    query: ['realmId', 'types', 'objectPath', 'state', ...FILTERS, ...PAGE],
  },
  'GET /api/v1/events': { query: ['realmId', 'objectPath', ...FILTERS, ...PAGE] },
  'GET /api/v1/events/:id': { query: ['realmId'] },
  'GET /api/v1/deltas': { query: ['realmId', 'objectPath', 'deltaType', ...FILTERS, ...PAGE] },
  'GET /api/v1/summary': { query: ['realmId'] },
  'GET /api/v1/reconciliation': { query: ['realmId', ...PAGE] },
  'GET /api/v1/verify': { query: ['realmId'] },

  'POST /api/v1/fund-account': { body: ['realmId', 'objectPath', 'amount', 'path'] },
  'POST /api/v1/defund-account': {
    body: ['realmId', 'objectPath', 'amount', 'destinationAddress', 'path'],
  },
  'POST /api/v1/transfer': { body: ['realmId', ...MOVE, 'dryRun'] },
  'POST /api/v1/transfers/bulk': {
    body: ['realmId', 'mode', 'transfers', ...within('transfers.0', MOVE)],
  },
  'POST /api/v1/nonce': { body: ['realmId', 'prefix', 'separator'] },
  'GET /api/v1/fees/estimate': {
    query: ['realmId', 'action', 'amount', 'sourcePath', 'targetPath', 'feeOverride'],
  },

  'POST /api/v1/payment-links': { body: CREATE_LINK },
  'GET /api/v1/payment-links': { query: ['realmId', 'status', 'objectPath', ...FILTERS, ...PAGE] },
  'GET /api/v1/payment-links/:id': { query: ['realmId'] },
  'DELETE /api/v1/payment-links/:id': { query: ['realmId'] },
  'GET /api/v1/pay/:id': {},
  'POST /api/v1/pay/:id/confirm': { body: ['destinationAddress'] },

  'GET /api/v1/custody/status': { query: ['realmId'] },
  'GET /api/v1/custody/boundaries': { query: ['realmId', ...PAGE] },
  'GET /api/v1/custody/boundaries/:id': { query: ['realmId'] },
  'GET /api/v1/custody/exchange-objects': { query: ['realmId', 'boundaryId', ...PAGE] },
  'GET /api/v1/custody/boundary-balance-sheet': { query: ['realmId'] },
  'POST /api/v1/custody/recovery-key': { body: ['realmId', 'boundaryId', 'walletAddress'] },
  'POST /api/v1/custody/withdrawals/propose': { body: WITHDRAWAL },
  'POST /api/v1/custody/withdrawals': { body: [...WITHDRAWAL, 'nonce', 'signature'] },
  'POST /api/v1/custody/boundaries/:id/arm': { body: ['realmId'] },
  'POST /api/v1/custody/boundaries/:id/time-lock': { body: ['realmId', 'seconds'] },
  'POST /dev/chain/faucet': { body: ['address', 'amount'] },
  'POST /dev/identity/token': { body: ['email', 'name'] },

  [`GET ${ACCOUNT}/state`]: { query: ['realmId'] },
  [`GET ${ACCOUNT}/active-asset-data`]: { query: ['realmId', 'market', 'leverage'] },
  [`GET ${ACCOUNT}/leverage`]: { query: ['realmId', 'market'] },
  [`POST ${ACCOUNT}/leverage`]: { body: ['realmId', 'path', 'market', 'leverage'] },
  [`POST ${ACCOUNT}/margin-mode`]: { body: ['realmId', 'path', 'market', 'marginMode'] },
  [`POST ${ACCOUNT}/isolated-margin`]: { body: ['realmId', 'path', 'market', 'amount'] },
  [`POST ${ACCOUNT}/orders`]: { body: ['realmId', ...ORDER] },
  [`POST ${ACCOUNT}/orders/batch`]: {
    body: ['realmId', 'path', 'orders', 'grouping', ...within('orders.0', ORDER)],
  },
  [`GET ${ACCOUNT}/orders`]: { query: ['realmId', 'status', 'market', 'from', 'to', ...PAGE] },
  [`GET ${ACCOUNT}/orders/:id`]: { query: ['realmId'] },
  [`PATCH ${ACCOUNT}/orders/:id`]: { body: ['realmId', 'path', 'newSize'] },
  [`DELETE ${ACCOUNT}/orders/:id`]: { query: ['realmId', 'path'] },
  [`DELETE ${ACCOUNT}/orders`]: { query: ['realmId', 'path', 'market'] },
  [`GET ${ACCOUNT}/positions`]: { query: ['realmId', ...PAGE] },
  [`PUT ${ACCOUNT}/positions/vn:0:BTC/tpsl`]: {
    body: [
      'realmId',
      'path',
      'takeProfit',
      'stopLoss',
      'stack',
      ...within('takeProfit', ['triggerPx', 'price', 'size']),
      ...within('stopLoss', ['triggerPx', 'price', 'size']),
    ],
  },
  [`POST ${ACCOUNT}/positions/vn:0:BTC/close`]: {
    body: ['realmId', 'path', 'size', 'sizeTolerance'],
  },
  [`GET ${ACCOUNT}/fills`]: { query: ['realmId', 'market', 'from', 'to', ...PAGE] },
  [`GET ${ACCOUNT}/funding`]: { query: ['realmId', 'market', 'from', 'to', ...PAGE] },
  [`GET ${ACCOUNT}/trade-summary`]: { query: ['realmId', 'market', 'from', 'to', ...PAGE] },
  [`GET ${ACCOUNT}/twap`]: { query: ['realmId', ...PAGE] },
  [`POST ${ACCOUNT}/twap`]: {
    body: [
      'realmId',
      'path',
      'market',
      'side',
      'totalSize',
      'durationMinutes',
      'intervalSeconds',
      'reduceOnly',
      'slippageBps',
      'randomize',
    ],
  },
  [`DELETE ${ACCOUNT}/twap/:id`]: { query: ['realmId', 'path'] },

  [`GET ${MARKET}/meta`]: { query: ['realmId'] },
  [`GET ${MARKET}/mids`]: { query: ['realmId'] },
  [`GET ${MARKET}/tickers`]: { query: ['realmId'] },
  [`GET ${MARKET}/book/vn:0:BTC`]: { query: ['realmId'] },
  [`GET ${MARKET}/candles/vn:0:BTC`]: { query: ['realmId', 'interval', 'startTime', 'endTime'] },
  [`GET ${MARKET}/oi/vn:0:BTC`]: { query: ['realmId'] },
  [`GET ${MARKET}/funding/vn:0:BTC`]: { query: ['realmId'] },
  [`GET ${MARKET}/sparklines`]: { query: ['realmId'] },
  [`POST ${SIM}/fork`]: { body: ['realmId'] },
  [`GET ${SIM}/feed`]: { query: ['realmId'] },
  [`PUT ${SIM}/feed`]: { body: ['realmId', 'mode'] },
  [`POST ${SIM}/clock`]: { body: ['realmId', 'mode', 'setTo', 'advanceMs', 'stepMs'] },
  [`POST ${SIM}/prices`]: { body: ['realmId', 'market', 'price', 'mode', 'basisBps'] },
  [`POST ${SIM}/liquidity`]: { body: ['realmId', 'market', 'side', 'mode', 'factor'] },
  [`POST ${SIM}/faults`]: { body: ['realmId', 'code', 'market', 'objectId', 'count'] },
  [`POST ${SIM}/funding`]: { body: ['realmId', 'market', 'rate'] },
  [`POST ${SIM}/replay`]: { body: ['realmId', 'market', 'candles'] },
  [`POST ${SIM}/markets/vn:0:BTC/delist`]: { body: ['realmId'] },
  [`POST ${SIM}/tick`]: { body: ['realmId'] },
}
