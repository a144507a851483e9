import { schema } from '#app/http/schemas'
import { ENTRY_STATUSES } from '../core/decision.ts'
import { evidenceSchema } from './evidence_schemas.ts'
import { delta, event, countedPage, operationSchema, page } from './schemas.ts'
import { denominationSchema } from './value_schemas.ts'

const {
  string,
  integer,
  boolean,
  nullable,
  decimal,
  timestamp,
  list,
  object,
  envelope,
  enumeration,
} = schema

/** Empty before the first group. */
const previousHash = { type: 'string', pattern: '^([0-9a-f]{64})?$' }

const chainLeg = schema.named('ChainLeg', {
  accountId: schema.id('obj'),
  denomination: denominationSchema,
  kind: schema.words('legKinds'),
  amount: decimal,
  balanceAfter: decimal,
})

const chainEntry = schema.named('ChainEntry', {
  seq: integer,
  id: schema.id('je'),
  operationId: nullable(schema.id('op')),
  opType: schema.words('operationTypes'),
  authority: string,
  status: enumeration(...ENTRY_STATUSES),
  legs: list(chainLeg),
})

const chain = schema.named('ChainProof', {
  coverage: schema.enumeration('complete', 'partial'),
  head: object({ seq: integer, committedAt: timestamp, hash: schema.sha256 }),
  before: nullable(object({ seqTo: integer, committedAt: timestamp, hash: schema.sha256 })),
  groups: list(
    schema.named('ChainGroup', {
      seqFrom: integer,
      seqTo: integer,
      entryCount: integer,
      committedAt: timestamp,
      prevHash: previousHash,
      hash: schema.sha256,
      entries: nullable(list(chainEntry)),
    })
  ),
  after: nullable(object({ seqFrom: integer, committedAt: timestamp, prevHash: previousHash })),
  earlierOperations: list(schema.id('op')),
})

const context = nullable(schema.told('contexts'))

/** JSON Schemas of the answers about a realm's history and books. */
export const historyAnswers = {
  events: envelope(object({ events: list(event), ...countedPage }, ['totalIsExact'])),
  event: envelope(object({ event, operation: nullable(operationSchema), deltas: list(delta) })),
  deltas: envelope(object({ deltas: list(delta), ...countedPage }, ['totalIsExact'])),
  export: envelope(
    object({
      version: schema.enumeration('audit-evidence.v1'),
      realmId: schema.uuid,
      from: timestamp,
      to: timestamp,
      exportedAt: timestamp,
      nextCursor: nullable(string),
      operations: list(
        schema.named('OperationEvidence', {
          operation: operationSchema,
          context,
          events: list(event),
          deltas: list(delta),
          evidence: evidenceSchema,
        })
      ),
      chain: nullable(chain),
      digest: object({
        page: integer,
        previous: nullable(schema.sha256),
        content: schema.sha256,
        sealed: schema.sha256,
      }),
    })
  ),
  snapshot: envelope(
    object(
      {
        realmId: schema.uuid,
        objectId: schema.id('obj'),
        asOf: timestamp,
        interimAsOf: timestamp,
        balances: list(object({ denomination: denominationSchema, amount: decimal })),
        positions: list(schema.record),
      },
      ['interimAsOf']
    )
  ),
  statement: envelope(
    object({
      realmId: schema.uuid,
      objectId: schema.id('obj'),
      objectPath: schema.path,
      denomination: denominationSchema,
      from: nullable(timestamp),
      to: timestamp,
      isInterim: boolean,
      openingBalance: decimal,
      lines: list(
        schema.named('StatementLine', {
          at: timestamp,
          operationId: nullable(schema.id('op')),
          operationPath: nullable(schema.path),
          type: schema.words('operationTypes'),
          counterpartyPath: nullable(schema.path),
          reference: nullable(string),
          paymentReference: nullable(string),
          amount: decimal,
          fee: decimal,
          balance: decimal,
        })
      ),
      closingBalance: decimal,
    })
  ),
  summary: envelope(
    object({
      objectCount: integer,
      operationCount: integer,
      eventCount: integer,
      pendingOperationCount: integer,
    })
  ),
  reconciliation: envelope(
    object({
      ok: boolean,
      checkedAt: timestamp,
      objects: list(
        schema.named('ReconciledBalance', {
          objectId: schema.id('obj'),
          path: schema.path,
          objectPath: schema.path,
          denomination: denominationSchema,
          cached: decimal,
          derived: decimal,
          drift: decimal,
        })
      ),
      ...page,
    })
  ),
  verification: envelope(
    object({
      ok: boolean,
      checks: list(
        schema.named('VerificationCheck', { name: string, ok: boolean, detail: string })
      ),
    })
  ),
}
