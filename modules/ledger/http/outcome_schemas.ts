import type { JsonSchema } from '#app/http/route_declaration'
import type { OperationSchemas, OperationType } from '#app/extension/vocabulary'
import { schema } from '#app/http/schemas'
import { HOLD_STATUSES } from '../core/hold.ts'
import type { Adjusted, LedgerOperationType, OutcomeOf } from '../core/operation_outcome.ts'
import { OPERATION_STATES } from '../core/terms.ts'
import { denominationSchema, moneySchema } from './value_schemas.ts'

const { decimal, enumeration, list, nullable, object, string, timestamp } = schema

type Needed<Shape> = {
  [Field in keyof Shape as object extends Pick<Shape, Field> ? never : Field]: JsonSchema
}
type LeftOut<Shape> = {
  [Field in keyof Shape as object extends Pick<Shape, Field> ? Field : never]-?: JsonSchema
}

/**
 * The outcome of a type of operation, with what every one has and what only some have: a field that
 * is added to the type or taken away does not compile here.
 */
const outcome = <Type extends OperationType, Told = OutcomeOf<Type>>(
  name: string,
  needed: Needed<Told>,
  leftOut: LeftOut<Told>
) => schema.named(name, { ...needed, ...leftOut }, Object.keys(leftOut))

const progress = { status: enumeration(...OPERATION_STATES) }
const moved = { ...progress, amount: decimal, denomination: denominationSchema }
const transferred = { fee: moneySchema, sourceNewBalance: decimal, targetNewBalance: decimal }
const move = { sourceObjectPath: schema.path, targetObjectPath: schema.path, amount: decimal }
/** Unix seconds, and the signature of a co-signer. */
const cosignature = object({
  deadline: schema.integer,
  signature: { type: 'string', pattern: '^0x[0-9a-fA-F]+$' },
})

/** What a movement was about. */
const movement = {
  amount: nullable(decimal),
  denomination: nullable(denominationSchema),
  sourceObjectPath: nullable(schema.path),
  targetObjectPath: nullable(schema.path),
}
const context = schema.named('MovementContext', movement)

/** What the API document says of the ledger's operations. */
export const LEDGER_OPERATION_SCHEMAS = {
  transfer: { outcome: outcome<'transfer'>('TransferOutcome', moved, transferred), context },
  hold: {
    outcome: outcome<'hold'>(
      'HoldOutcome',
      {
        ...moved,
        status: enumeration(...HOLD_STATUSES),
        capturedAmount: decimal,
        remainingAmount: decimal,
        expiresAt: nullable(timestamp),
        captures: list(schema.id('op')),
      },
      { releasedBy: { type: 'string', pattern: '^(/|evt_)' } }
    ),
    context,
  },
  capture: {
    outcome: outcome<'capture'>(
      'CaptureOutcome',
      { ...moved, holdId: schema.id('op') },
      transferred
    ),
    context,
  },
  reversal: {
    outcome: outcome<'reversal'>(
      'ReversalOutcome',
      { ...moved, reversalOf: schema.id('op') },
      { moves: list(schema.named('ReversedMove', move)), refundedFee: moneySchema }
    ),
    context,
  },
  posting: {
    outcome: outcome<'posting'>(
      'PostingOutcome',
      {
        ...moved,
        moves: list(
          schema.named('PostedMove', {
            ...move,
            sourceObjectId: schema.id('obj'),
            targetObjectId: schema.id('obj'),
          })
        ),
      },
      { fee: moneySchema }
    ),
    context,
  },
  deposit: {
    outcome: outcome<'deposit'>('DepositOutcome', moved, {
      openUntil: timestamp,
      detectedAmount: decimal,
      startedAt: timestamp,
      requestedAmount: decimal,
      creditedObjectPath: schema.path,
      arrival: schema.path,
      announcedBy: nullable(schema.id('op')),
    }),
    context,
  },
  withdrawal: {
    outcome: outcome<'withdrawal'>(
      'WithdrawalOutcome',
      { ...moved, destinationAddress: nullable(schema.address) },
      {
        cosignature: nullable(cosignature),
        startedAt: nullable(timestamp),
        sourceNewBalance: decimal,
        boundaryId: schema.id('bnd'),
        recoveryTxHash: schema.chainHash,
      }
    ),
    context: schema.named('WithdrawalTerms', {
      ...movement,
      destinationAddress: nullable(schema.address),
    }),
  },
  create: {
    outcome: outcome<'create'>('CreateOutcome', { ...progress, objectId: schema.id('obj') }, {}),
  },
  delete: {
    outcome: outcome<'delete'>(
      'DeleteOutcome',
      { ...progress, objectId: schema.id('obj') },
      {
        displayName: string,
        swept: schema.named(
          'Swept',
          { amount: decimal, denomination: denominationSchema, operationId: schema.id('op') },
          ['operationId']
        ),
        code: string,
      }
    ),
    context: schema.named('DeletionTerms', {
      objectPath: nullable(schema.path),
      sweepToPath: nullable(schema.path),
      amount: nullable(decimal),
      denomination: nullable(denominationSchema),
    }),
  },
  adjustment: {
    outcome: outcome<'adjustment', Adjusted>('AdjustmentOutcome', moved, {
      deletionId: schema.id('op'),
      boundaryId: schema.id('bnd'),
    }),
  },
  swap: { outcome: outcome<'swap'>('SwapOutcome', moved, {}) },
  fee_distribution: {
    outcome: outcome<'fee_distribution'>('FeeDistributionOutcome', moved, {}),
  },
} satisfies Record<LedgerOperationType, OperationSchemas>
