import { schema } from '#app/http/schemas'
import { delta, event, feed, operationSchema, page } from './schemas.ts'

const { string, integer, boolean, nullable, decimal, timestamp, list, object, envelope } = schema

const chainLeg = schema.named('ChainLeg', {
  accountId: string,
  denomination: string,
  kind: string,
  amount: decimal,
  balanceAfter: decimal,
})

const chainEntry = schema.named('ChainEntry', {
  seq: integer,
  id: string,
  operationId: nullable(string),
  opType: string,
  authority: string,
  status: string,
  legs: list(chainLeg),
})

const chain = schema.named('ChainProof', {
  coverage: schema.enumeration('complete', 'partial'),
  head: object({ seq: integer, committedAt: timestamp, hash: string }),
  before: nullable(object({ seqTo: integer, committedAt: timestamp, hash: string })),
  groups: list(
    schema.named('ChainGroup', {
      seqFrom: integer,
      seqTo: integer,
      entryCount: integer,
      committedAt: timestamp,
      prevHash: string,
      hash: string,
      entries: nullable(list(chainEntry)),
    })
  ),
  after: nullable(object({ seqFrom: integer, committedAt: timestamp, prevHash: string })),
  earlierOperations: list(string),
})

const evidence = { type: 'object' }
const context = nullable({ type: 'object' })

/** JSON Schemas of what is read of a realm's history and books. */
export const historyAnswers = {
  events: envelope(object({ events: list(event), ...feed }, ['totalIsExact'])),
  event: envelope(object({ event, operation: nullable(operationSchema), deltas: list(delta) })),
  deltas: envelope(object({ deltas: list(delta), ...feed }, ['totalIsExact'])),
  export: envelope(
    object({
      version: schema.enumeration('audit-evidence.v1'),
      realmId: string,
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
          evidence,
        })
      ),
      chain: nullable(chain),
      digest: object({
        page: integer,
        previous: nullable(string),
        content: string,
        sealed: string,
      }),
    })
  ),
  snapshot: envelope(
    object({
      realmId: string,
      objectId: string,
      asOf: timestamp,
      balances: list(object({ denomination: string, amount: decimal })),
      positions: list({ type: 'object' }),
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
          objectId: string,
          path: string,
          denomination: string,
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
