import { of, type Glossary } from '#app/http/openapi/glossary'
import { EXAMPLE_REALM, exampleId } from '#app/http/openapi/host_glossary'
import { HOLD_GLOSSARY } from './hold_glossary.ts'
import { LIMIT_GLOSSARY } from './limit_glossary.ts'
import { HISTORY_GLOSSARY } from './history_glossary.ts'
import { OUTCOME_GLOSSARY } from './outcome_glossary.ts'

const REALMS: Glossary = {
  'realms.id': ['The realm, by its id.', EXAMPLE_REALM],
  'realm': 'The realm.',
  'realms': 'The realms, newest first.',
  ...of(['Realm', 'createRealm'], {
    id: 'The realm.',
    builderId: 'The builder who made it.',
    slug: 'Its name for addresses, unique in the organization.',
    asset: '`paper`: simulated money. `live`: real value on a chain.',
    lifecycle: '`temporary` realms are deleted without a confirmation.',
    backing: '`chain`: value is held in contracts. `ledger-only`: it is not.',
    type: 'The old name of `asset`: `development` is `paper`, `production` is `live`.',
    description: ['What it is for.', 'Wallets of the example app'],
    settings: 'What its builder chose.',
    name: ['What people call it.', 'Example app'],
  }),
  'listRealms.asset': 'Only realms of this asset.',
  'listRealms.lifecycle': 'Only realms of this lifecycle.',
  ...of(['RealmSettings', 'updateRealmSettings'], {
    defaultApplicationFeeTenthsBps: [
      'The fee of the builder on orders, in tenths of a basis point.',
      25,
    ],
    branding: 'How payment pages look.',
    reservedOperationPaths: [
      'Prefixes of operation paths where only unscoped credentials of the organization book.',
      ['/op/payroll/'],
    ],
  }),
  ...of(['Branding', 'updateRealmSettings'], {
    displayName: ['The name payers see.', 'Example app'],
    accentColor: ['The colour of buttons, `#rrggbb`.', '#1f6feb'],
    logoUrl: ['An https address of a picture.', 'https://example.com/logo.png'],
    hideExpiryTimer: 'Payers see no countdown.',
    environmentBannerText: ['A banner on top of the page.', 'Test mode'],
  }),
}

const OBJECTS: Glossary = {
  'objects.id': ['The object, by its id.', exampleId('obj')],
  'object': 'The object.',
  'objects': 'Objects, newest first.',
  ...of('Object', {
    id: 'The object.',
    path: 'Where it lies in the tree of the realm.',
    displayName: 'Set when it was deleted, so that its path is free again.',
    type: 'What kind of object it is.',
    status: '`deleted` frees the path, `withdrawn` retires it for good.',
    deletedAt: 'When it was deleted.',
    withdrawnAt: 'When its value was withdrawn for good.',
    metadata: 'JSON text of the builder.',
    labels: 'Its labels; null in lists that do not ask for them.',
    isolation: 'Which custody boundary it lies in.',
    boundary: 'Its custody boundary, when that is not active.',
  }),
  ...of('Isolation', {
    isBoundaryRoot: 'A boundary begins here.',
    isInsideBoundary: 'It lies in a boundary of its own, not in the one of the realm.',
    boundaryRootPath: 'Where that boundary begins.',
    boundaryId: 'The custody boundary.',
  }),
  ...of('ObjectBoundary', {
    boundaryId: 'The custody boundary.',
    status: '`soft_frozen`: locked by its key holder. `hard_frozen`: withdrawn by them.',
    lockedAt: 'When its key holder locked it.',
    frozenAt: 'When its key holder withdrew.',
    recoveryActor: 'The address of the recovery key.',
    recoveryTxHash: 'The transaction of the withdrawal.',
    recoveryObjectPath: 'The object that holds what was withdrawn.',
  }),
  ...of('createObject', {
    path: ['Where the object is to lie.', '/users/u1/savings'],
    type: 'What kind of object it is.',
    metadata: ['JSON text of your own.', '{"customer":"u1"}'],
    operationPath: [
      'The path of its create operation; made from `path` without one.',
      '/op/open-u1',
    ],
    operation: 'Its create operation; there is none when the object was there already.',
  }),
  'getObjectByPath.path': ['The path of the object.', '/users/u1/wallet'],
  'listObjects.type': 'Of this type only.',
  ...of(['listObjects', 'browseFolder'], {
    includeDeleted: '`true`: also objects that are gone.',
    include: ['`labels`: also the labels of each.', 'labels'],
    prefix: ['Only what lies below this folder, or exactly at this path.', '/users/'],
  }),
  ...of('getObjectSnapshot', {
    asOf: ['The moment, RFC 3339; of one to come the answer is of now.', '2026-01-02T00:00:00Z'],
    positions: 'Positions of an exchange object at that moment.',
  }),
  'balances': 'What it holds, by denomination.',
  ...of('deleteObject', {
    objectId: ['The object, by its id; or `path`.', exampleId('obj')],
    path: ['The object, by its path; or `objectId`.', '/users/u1/wallet'],
    sweepToPath: ['Where the rest of its value goes.', '/users/u2/wallet'],
    liquidatePositions: 'Close open positions at market first.',
  }),
  ...of('DeletionReadiness', {
    path: 'The path of the object.',
    ready: 'It could be deleted now.',
    settledBalance: 'What would be swept.',
    openPositionCount: 'Positions that would be closed.',
    heldOutboundCount: 'Movements out that have not ended.',
    heldInboundCount: 'Movements in that have not ended.',
    requiresSweep: 'Name `sweepToPath`.',
    requiresLiquidation: 'Send `liquidatePositions`.',
    valueAtRisk: 'What deleting it moves, in USD.',
    cosignArmed: 'Value leaves its boundary only with a co-signature.',
    authorization:
      '`step_up`: a person confirms. `drain_first`: withdraw with a co-signature first.',
    reasons: 'What stands in the way.',
  }),
  ...of('FolderEntry', {
    path: 'The child path.',
    kind: 'Whether a custody boundary begins there.',
    hasObjects: 'Objects lie below.',
    isEmpty: 'Nothing lies below.',
    labels: 'The labels of the folder, when it has some.',
    isolation: 'Which custody boundary it lies in.',
  }),
  ...of('browseFolder', {
    folders: 'The child paths alone; prefer `paths`.',
    paths: 'The child paths.',
    currentIsolation: 'Which custody boundary the folder lies in.',
  }),
  ...of(['FolderLabels', 'getFolderLabels', 'setFolderLabels'], {
    path: ['The path of the folder.', '/users/u1'],
    labels: ['All its labels.', { plan: 'gold' }],
  }),
  'updateObjectLabels.labels': [
    'Labels to set; null removes one, what is not named is kept.',
    { plan: 'gold', trial: null },
  ],
  ...of(['IsolationZone', 'createIsolationZone'], {
    path: ['Where the boundary begins.', '/vaults/u1'],
    boundaryId: 'The custody boundary.',
    isolation: 'Which custody boundary it lies in.',
  }),
  'versions': 'Every object that was ever at this path, newest first.',
}

const MOVEMENTS: Glossary = {
  'operation': 'The operation.',
  'sourceObjectPath': ['Where the value comes from.', '/users/u1/wallet'],
  'targetObjectPath': ['Where the value goes.', '/users/u2/wallet'],
  'fee': 'What the movement costs: a part of its amount.',
  ...of('Money', { amount: 'A decimal string.' }),
  'feeOverride': ['Another fee than the usual one; `0` for none. In paper realms only.', '0'],
  'ifSourceBalanceAtLeast': [
    'Only if the source has at least so much settled, as its balances show it.',
    '20.00',
  ],
  'ifTargetBalanceAtMost': ['Only if the target has at most so much settled.', '1000.00'],
  'ifSourceVersion': 'Only if the balance of the source has this `version`.',
  'dryRun': 'Check only, move nothing.',
  ...of('createBulkTransfer', {
    mode: '`atomic`: all or none. `independent`: each for itself.',
    transfers: 'The transfers, in order; each with an operation path of its own.',
    results: 'What came of each, in the same order.',
    dryRun: 'Not for bulks; true is refused.',
  }),
  ...of('BulkResult', {
    path: 'The operation path that was sent.',
    status: '`replayed`: it was done before.',
    operation: 'The operation, unless it was refused.',
    fee: 'What it cost: a part of its amount.',
    error: 'Why it was refused.',
  }),
  ...of('BulkRefusal', { code: 'For programs.', message: 'For people.' }),
  ...of('createPosting', {
    moves: [
      'The moves, each from one object to another; or `sources`, `targets` and `amount`.',
      [
        {
          sourceObjectPath: '/users/u1/wallet',
          targetObjectPath: '/users/u2/wallet',
          amount: '1.00',
        },
      ],
    ],
    sources:
      'Where the amount comes from, in order: `amount`, `share`, or up to `max`, to what the object has and to what its limits let it give. One that can give no more than the fee of a move is passed over.',
    targets: 'Where the amount goes: `amount`, `share`, or the `remainder`.',
    objectPath: ['The object.', '/users/u1/wallet'],
    share:
      'A fraction of the amount (`1/3`) or a percentage (`12.5%`), rounded down to the unit. What that leaves goes to the `remainder`, or one unit each to those that have lost most.',
    max: 'The most that is taken from the source.',
    remainder: 'It gets what the others leave.',
    amount: ['How much.', '10.00'],
    feeOverride: ['Another fee of each move than the usual one; in paper realms only.', '0'],
  }),
  ...of('reverseOperation', {
    amount: [
      'How much of what arrived goes back; all that is left without it. The moves of a posting share it in proportion to what is left of each, to the unit, and those that have lost the largest fraction get what rounding leaves.',
      '1.00',
    ],
    refundFee:
      'Whether the fee comes back too, in proportion. Collected fees pay it, and it needs svc:TransferFrom on them.',
    reason: ['Why, for whoever reads the operation.', 'Goods were returned'],
  }),
  ...of(['fundAccount', 'defundAccount'], {
    path: [
      'The path of the operation. Without one the service makes one, and a request that is sent twice happens twice.',
      '/op/{operationId}-1',
    ],
  }),
  'defundAccount.destinationAddress': [
    'The address on the chain that is paid. A live realm needs one.',
    '0x52908400098527886E0F7030069857D2E4169EE7',
  ],
  ...of('withdrawFees', {
    boundaryId:
      'The custody boundary whose fees are paid out; the default one of the realm without it.',
    path: ['The path of the operation.', '/op/withdrawFees-1'],
  }),
  'poolAddress': 'The contract to pay to.',
  'tokenAddress': 'The token to pay with.',
  'chain': 'The chain to pay on.',
  'destinationAddress': [
    'The address on the chain that is paid.',
    '0x52908400098527886E0F7030069857D2E4169EE7',
  ],
  'txHash': 'The transaction on the chain; null until there is one.',
  ...of('reserveNonce', {
    prefix: ['What the number is put after.', '/op/invoice'],
    separator: ['What stands between prefix and number; `-` without one.', '/'],
    nonce: 'The number: nobody gets it again.',
    path: 'An operation path made of both.',
  }),
  ...of('estimateFee', {
    action: 'What is to be done.',
    sourcePath: ['Where the value would come from.', '/users/u1/wallet'],
    targetPath: ['Where the value would go.', '/users/u2/wallet'],
    netAmount: 'What remains of the amount.',
  }),
  'feeBreakdown': 'Who gets the fee.',
  ...of('FeeBreakdown', {
    exchange: 'The venue.',
    platform: 'The platform.',
    builder: 'The builder of the application.',
  }),
}

const STREAM: Glossary = {
  'balance.updated.balance': 'What the object holds now.',
  ...of(['subscribe_events', 'unsubscribe_events', 'subscribed.events'], {
    types: 'Types of events, `order.*` for a family, `*` for all.',
  }),
}

/** What the fields of the ledger mean. */
export const LEDGER_GLOSSARY: Glossary = {
  ...REALMS,
  ...OBJECTS,
  ...MOVEMENTS,
  ...OUTCOME_GLOSSARY,
  ...HOLD_GLOSSARY,
  ...LIMIT_GLOSSARY,
  ...HISTORY_GLOSSARY,
  ...STREAM,
}
