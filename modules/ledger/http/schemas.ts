import { ACTOR_TYPES } from '#app/extension/principal'
import { schema } from '#app/http/schemas'
import { OPERATION_STATES } from '../core/terms.ts'
import { DELTA_TYPES } from '../extension/ledger_terms.ts'
import { evidenceSchema } from './evidence_schemas.ts'
import { denominationSchema, moneySchema } from './value_schemas.ts'

const { string, nullable, decimal, timestamp, list, object, envelope, enumeration } = schema

/** JSON Schemas of the ledger's answers. */

const realmSchema = schema.named(
  'Realm',
  {
    id: schema.uuid,
    builderId: schema.id('bld'),
    name: string,
    slug: string,
    type: enumeration('development', 'production'),
    asset: enumeration('paper', 'live'),
    lifecycle: enumeration('permanent', 'temporary'),
    backing: enumeration('chain', 'ledger-only'),
    description: string,
    settings: schema.named('RealmSettings', {
      defaultApplicationFeeTenthsBps: nullable(schema.integer),
      branding: nullable(
        schema.named(
          'Branding',
          {
            displayName: string,
            accentColor: string,
            logoUrl: string,
            hideExpiryTimer: schema.boolean,
            environmentBannerText: string,
          },
          ['displayName', 'accentColor', 'logoUrl', 'hideExpiryTimer', 'environmentBannerText']
        )
      ),
      reservedOperationPaths: nullable({ type: 'array', items: schema.path }),
    }),
    createdAt: timestamp,
    updatedAt: timestamp,
  },
  ['description']
)

export const labelsSchema = { type: 'object', additionalProperties: { type: 'string' } }

export const isolationSchema = schema.named('Isolation', {
  isBoundaryRoot: schema.boolean,
  isInsideBoundary: schema.boolean,
  boundaryRootPath: nullable(schema.path),
  boundaryId: nullable(schema.id('bnd')),
})

/** Shown only when the boundary of an object is not active. */
const boundary = schema.named('ObjectBoundary', {
  boundaryId: schema.id('bnd'),
  status: enumeration('active', 'soft_frozen', 'hard_frozen'),
  lockedAt: nullable(timestamp),
  frozenAt: nullable(timestamp),
  recoveryActor: nullable(string),
  recoveryTxHash: nullable(schema.chainHash),
  recoveryObjectPath: nullable(schema.path),
})

export const objectSchema = schema.named(
  'Object',
  {
    id: schema.id('obj'),
    realmId: schema.uuid,
    path: schema.path,
    displayName: nullable(string),
    type: schema.words('objectTypes'),
    denomination: nullable(denominationSchema),
    status: enumeration('active', 'deleting', 'deleted', 'withdrawn'),
    deletedAt: nullable(timestamp),
    withdrawnAt: nullable(timestamp),
    metadata: nullable(string),
    labels: nullable(labelsSchema),
    isolation: isolationSchema,
    boundary,
    createdAt: timestamp,
    updatedAt: timestamp,
  },
  ['boundary']
)

const operationFields = {
  id: schema.id('op'),
  realmId: schema.uuid,
  path: schema.path,
  type: schema.words('operationTypes'),
  state: enumeration(...OPERATION_STATES),
  sourceObjectPath: nullable(schema.path),
  targetObjectPath: nullable(schema.path),
  actorType: enumeration(...ACTOR_TYPES),
  actorId: string,
  input: string,
  outcome: string,
  holdId: schema.id('op'),
  reversalOf: schema.id('op'),
  failureMessage: string,
  createdAt: timestamp,
  updatedAt: timestamp,
}

/** Only captures have a hold, only reversals what they reverse, and only what failed a message. */
const OPTIONAL = ['holdId', 'reversalOf', 'failureMessage']

export const operationSchema = schema.named('Operation', operationFields, OPTIONAL)

/** What an operation was about, by `type`; null when there is nothing to say. */
const context = nullable(schema.told('contexts'))

export const balanceFields = {
  denomination: denominationSchema,
  arriving: decimal,
  settled: decimal,
  departing: decimal,
  total: decimal,
}

export const event = schema.named('Event', {
  id: schema.id('evt'),
  realmId: schema.uuid,
  operationId: nullable(schema.id('op')),
  operationPath: nullable(schema.path),
  objectPath: nullable(schema.path),
  type: string,
  path: nullable(schema.path),
  payload: string,
  createdAt: timestamp,
})

export const delta = schema.named('Delta', {
  id: schema.id('dlt'),
  realmId: schema.uuid,
  eventId: nullable(schema.id('evt')),
  operationId: nullable(schema.id('op')),
  objectPath: schema.path,
  deltaType: enumeration(...DELTA_TYPES),
  beforeValue: nullable(string),
  afterValue: nullable(string),
  amount: nullable(decimal),
  denomination: nullable(denominationSchema),
  internal: schema.boolean,
  createdAt: timestamp,
})

export const page = { total: schema.integer, nextCursor: nullable(string) }

/**
 * A page of a list that is too long to be counted under every filter; `totalIsExact` is false when
 * it was not counted.
 */
export const countedPage = { ...page, totalIsExact: schema.boolean }

/** Where to pay for a deposit that comes from outside, in a realm with a chain. */
const payTo = {
  poolAddress: schema.address,
  tokenAddress: schema.address,
  chain: schema.chain,
  expiresAt: timestamp,
}

export const answers = {
  realm: envelope(realmSchema),
  realms: envelope(object({ realms: list(realmSchema), ...page })),
  createdObject: envelope(object({ object: objectSchema, operation: operationSchema })),
  existingObject: envelope(object({ object: objectSchema })),
  objects: envelope(object({ objects: list(objectSchema), ...page })),
  objectDetail: envelope(
    object({
      object: objectSchema,
      operations: list(operationSchema),
      events: list(event),
      deltas: list(delta),
      balances: list(
        schema.named('ObjectBalance', { id: schema.id('bal'), amount: decimal, ...balanceFields })
      ),
    })
  ),
  balances: envelope(
    object({
      balances: list(schema.named('Balance', { ...balanceFields, version: schema.integer })),
    })
  ),
  transfer: envelope(object({ operation: operationSchema, fee: moneySchema }, ['fee'])),
  fund: envelope(
    object(
      {
        operation: operationSchema,
        event: object({ id: schema.id('evt'), type: string, payload: string }),
        ...payTo,
      },
      Object.keys(payTo)
    )
  ),
  nonce: envelope(object({ nonce: schema.integer, path: schema.path })),
  reversal: envelope(object({ operation: operationSchema })),
  operations: envelope(
    object(
      {
        operations: list(
          schema.named('ListedOperation', { ...operationFields, context }, [...OPTIONAL, 'context'])
        ),
        ...countedPage,
      },
      ['totalIsExact']
    )
  ),
  operation: envelope(
    object(
      {
        operation: schema.named(
          'OperationDetail',
          {
            ...operationFields,
            parsedOutcome: schema.told('outcomes'),
            reversals: list(schema.id('op')),
            reversedAmount: decimal,
          },
          [...OPTIONAL, 'reversals', 'reversedAmount']
        ),
        context,
        events: list(event),
        deltas: list(delta),
        evidence: evidenceSchema,
      },
      ['evidence']
    )
  ),
}
