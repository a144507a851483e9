import { schema } from '#app/http/schemas'
import { OBJECT_TYPES, OPERATION_TYPES } from '../core/terms.ts'

const { string, nullable, decimal, timestamp, list, object, envelope, enumeration } = schema

/** JSON Schemas of the ledger's answers. */

const realmSchema = schema.named(
  'Realm',
  {
    id: string,
    builderId: string,
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
      reservedOperationPaths: nullable({ type: 'array', items: string }),
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
  boundaryRootPath: nullable(string),
  boundaryId: nullable(string),
})

/** Shown only when the boundary of an object is not active. */
const boundary = schema.named('ObjectBoundary', {
  boundaryId: string,
  status: enumeration('active', 'soft_frozen', 'hard_frozen'),
  lockedAt: nullable(timestamp),
  frozenAt: nullable(timestamp),
  recoveryActor: nullable(string),
  recoveryTxHash: nullable(string),
  recoveryObjectPath: nullable(string),
})

export const objectSchema = schema.named(
  'Object',
  {
    id: string,
    realmId: string,
    path: string,
    displayName: nullable(string),
    type: enumeration(...OBJECT_TYPES),
    denomination: nullable(string),
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
  id: string,
  realmId: string,
  path: string,
  type: enumeration(...OPERATION_TYPES),
  state: enumeration('pending', 'completed', 'failed', 'expired'),
  sourceObjectPath: nullable(string),
  targetObjectPath: nullable(string),
  actorType: string,
  actorId: string,
  input: string,
  outcome: string,
  failureMessage: string,
  createdAt: timestamp,
  updatedAt: timestamp,
}

export const operationSchema = schema.named('Operation', operationFields, ['failureMessage'])

/** What an operation was about, by `type`; null where there is nothing to tell. */
const context = nullable({ type: 'object' })

const balance = {
  denomination: string,
  arriving: decimal,
  settled: decimal,
  departing: decimal,
  total: decimal,
}

export const event = schema.named('Event', {
  id: string,
  realmId: string,
  operationId: nullable(string),
  operationPath: nullable(string),
  objectPath: nullable(string),
  type: string,
  path: nullable(string),
  payload: string,
  createdAt: timestamp,
})

export const delta = schema.named('Delta', {
  id: string,
  realmId: string,
  eventId: nullable(string),
  operationId: nullable(string),
  objectPath: string,
  deltaType: string,
  beforeValue: nullable(string),
  afterValue: nullable(string),
  denomination: nullable(string),
  internal: schema.boolean,
  createdAt: timestamp,
})

const money = schema.named('Money', { amount: decimal, denomination: string })

export const page = { total: schema.integer, nextCursor: nullable(string) }

/** Of a list too long to be counted on every filter; `totalIsExact` is false where it was not. */
export const feed = { ...page, totalIsExact: schema.boolean }

/** Where to pay for a deposit that comes from outside, where there is a chain. */
const payTo = { poolAddress: string, tokenAddress: string, chain: string, expiresAt: timestamp }

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
      balances: list(schema.named('ObjectBalance', { id: string, amount: decimal, ...balance })),
    })
  ),
  balances: envelope(object({ balances: list(schema.named('Balance', balance)) })),
  transfer: envelope(object({ operation: operationSchema, fee: money }, ['fee'])),
  fund: envelope(
    object(
      {
        operation: operationSchema,
        event: object({ id: string, type: string, payload: string }),
        ...payTo,
      },
      Object.keys(payTo)
    )
  ),
  nonce: envelope(object({ nonce: schema.integer, path: string })),
  operations: envelope(
    object(
      {
        operations: list(
          schema.named('ListedOperation', { ...operationFields, context }, [
            'failureMessage',
            'context',
          ])
        ),
        ...feed,
      },
      ['totalIsExact']
    )
  ),
  operation: envelope(
    object(
      {
        operation: schema.named(
          'OperationDetail',
          { ...operationFields, parsedOutcome: { type: 'object' } },
          ['failureMessage']
        ),
        context,
        events: list(event),
        deltas: list(delta),
        evidence: { type: 'object' },
      },
      ['evidence']
    )
  ),
}
