/**
 * The methods of the client: what they are about, and for each the operation of the reference. An
 * operation that is missing here, such as one of a module that is added, is named by `nameOf`.
 */
export const NAMES: Record<string, Record<string, string>> = {
  auth: {
    signIn: 'signIn',
    signOut: 'revokeRefreshToken',
    refresh: 'refreshSession',
    me: 'getCurrentBuilder',
    permissions: 'listPermissions',
    sessions: 'listSessions',
    endSession: 'endSession',
    audit: 'listAuditEntries',
    stepUp: 'getStepUp',
  },
  members: { list: 'listMembers', update: 'updateMember', remove: 'removeMember' },
  invitations: {
    create: 'createInvitation',
    list: 'listInvitations',
    revoke: 'revokeInvitation',
    accept: 'acceptInvitation',
  },
  apiKeys: {
    create: 'createApiKey',
    list: 'listApiKeys',
    adopt: 'adoptApiKey',
    revoke: 'deleteApiKey',
  },
  tokens: { mint: 'mintScopedToken', list: 'listScopedTokens', revoke: 'revokeScopedToken' },
  signingKeys: {
    create: 'createSigningKey',
    list: 'listSigningKeys',
    cancel: 'cancelSigningKey',
    revoke: 'deleteSigningKey',
    events: 'listSigningKeyEvents',
  },
  realms: {
    create: 'createRealm',
    list: 'listRealms',
    get: 'getRealm',
    updateSettings: 'updateRealmSettings',
    delete: 'deleteRealm',
    summary: 'getRealmSummary',
    verify: 'verifyRealm',
    reconciliation: 'getReconciliation',
  },
  objects: {
    create: 'createObject',
    list: 'listObjects',
    get: 'getObject',
    getByPath: 'getObjectByPath',
    browse: 'browseFolder',
    balances: 'listObjectBalances',
    delete: 'deleteObject',
    deletionReadiness: 'getObjectDeletionReadiness',
    updateLabels: 'updateObjectLabels',
    limits: 'getObjectLimits',
    setLimits: 'setObjectLimits',
    versions: 'listObjectVersions',
    snapshot: 'getObjectSnapshot',
    statement: 'getObjectStatement',
    valuation: 'getObjectValuation',
    aggregate: 'getObjectAggregate',
    aggregateHistory: 'getObjectAggregateHistory',
    pnl: 'getObjectPnl',
    pnlHistory: 'getObjectPnlHistory',
    liabilityProof: 'getLiabilityProof',
  },
  folders: { labels: 'getFolderLabels', setLabels: 'setFolderLabels' },
  zones: { create: 'createIsolationZone' },
  operations: {
    list: 'listOperations',
    get: 'getOperation',
    export: 'exportOperations',
    reverse: 'reverseOperation',
  },
  events: { list: 'listEvents', get: 'getEvent' },
  deltas: { list: 'listDeltas' },
  transfers: { create: 'createTransfer', createBulk: 'createBulkTransfer' },
  postings: { create: 'createPosting' },
  deposits: { create: 'fundAccount' },
  withdrawals: {
    create: 'defundAccount',
    propose: 'proposeWithdrawal',
    createCosigned: 'createCosignedWithdrawal',
  },
  fees: { estimate: 'estimateFee', withdraw: 'withdrawFees' },
  nonces: { reserve: 'reserveNonce' },
  watches: {
    create: 'createAggregationWatch',
    get: 'getAggregationWatch',
    delete: 'deleteAggregationWatch',
  },
  payments: { get: 'getPayment', confirm: 'confirmPayment' },
  reconciliations: {
    create: 'createReconciliation',
    list: 'listReconciliations',
    get: 'getFileReconciliation',
    items: 'listReconciliationItems',
    report: 'downloadReconciliationReport',
    cancel: 'cancelReconciliation',
    delete: 'deleteReconciliation',
  },
  webhooks: {
    create: 'createWebhook',
    list: 'listWebhooks',
    get: 'getWebhook',
    update: 'updateWebhook',
    delete: 'deleteWebhook',
    rotateSecret: 'rotateWebhookSecret',
    test: 'testWebhook',
    deliveries: 'listWebhookDeliveries',
    redeliver: 'redeliverWebhook',
    replay: 'replayWebhook',
  },
  custody: {
    status: 'getCustodyStatus',
    boundaries: 'listCustodyBoundaries',
    boundary: 'getCustodyBoundary',
    exchangeObjects: 'listCustodyExchangeObjects',
    balanceSheet: 'getBalanceSheet',
    registerRecoveryKey: 'registerRecoveryKey',
    recoveryKit: 'getRecoveryKit',
    setTimeLock: 'setTimeLock',
    arm: 'armBoundary',
    keys: 'getBoundaryKeys',
    acceptKey: 'acceptKey',
    cancelKey: 'cancelKey',
    handOverCosigner: 'handOverCosigner',
    proposeInheritance: 'proposeInheritance',
    attestations: 'listAttestations',
  },
  exchange: {
    state: 'getExchangeState',
    activeAssetData: 'getActiveAssetData',
    leverage: 'getLeverage',
    setLeverage: 'setLeverage',
    setMarginMode: 'setMarginMode',
    moveIsolatedMargin: 'moveIsolatedMargin',
    positions: 'listPositions',
    setPositionTriggers: 'setPositionTriggers',
    closePosition: 'closePosition',
    fills: 'listFills',
    fundingPayments: 'listFundingPayments',
    tradeSummary: 'getTradeSummary',
  },
  orders: {
    create: 'createOrder',
    createBatch: 'createOrderBatch',
    list: 'listOrders',
    get: 'getOrder',
    resize: 'resizeOrder',
    cancel: 'cancelOrder',
    cancelAll: 'cancelOrders',
  },
  twaps: { create: 'createTwap', list: 'listTwaps', stop: 'stopTwap' },
  markets: {
    list: 'listMarkets',
    mids: 'getMids',
    tickers: 'listTickers',
    book: 'getOrderBook',
    candles: 'listCandles',
    openInterest: 'getOpenInterest',
    fundingRates: 'getFundingRates',
    sparklines: 'getSparklines',
  },
  simulation: {
    fork: 'forkSimFeed',
    feed: 'getSimFeed',
    setMode: 'setSimFeedMode',
    setClock: 'setSimClock',
    tick: 'tickSimFeed',
    setPrice: 'setSimPrice',
    setLiquidity: 'setSimLiquidity',
    setFault: 'setSimFault',
    setFundingRate: 'setSimFundingRate',
    replayCandles: 'replaySimCandles',
    delistMarket: 'delistSimMarket',
  },
  admin: {
    balanceSheet: 'getBalanceSheetAsAdmin',
    halt: 'getRealmHalt',
    raiseHalt: 'haltRealm',
    clearHalt: 'clearRealmHalt',
    proposals: 'listAdminProposals',
    rescues: 'listRescues',
    proposeRescue: 'proposeRescue',
  },
  dev: { createIdToken: 'createDevIdToken', chain: 'getDevChain', fundAddress: 'fundDevAddress' },
}

/** Operations below `/api/v1` that are no calls: a stream of server-sent events of a page. */
export const LEFT_OUT = ['streamPayment']

/** `createMonitor` at `/api/v1/monitors` is `monitors.create`; `pauseSchedule` is `schedules.pause`. */
export function nameOf(operationId: string, path: string): [resource: string, method: string] {
  const resource = camel(path.split('/')[3] ?? 'other')
  const one = pascal(resource.replace(/ies$/, 'y').replace(/([^s])s$/, '$1'))
  const method = operationId.replace(new RegExp(`(${pascal(resource)}|${one})(?=[A-Z]|$)`), '')
  return [resource, camel(method) || operationId]
}

function camel(text: string): string {
  const joined = text.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return joined.charAt(0).toLowerCase() + joined.slice(1)
}

function pascal(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
