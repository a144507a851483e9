import { schema } from '#app/http/schemas'
import { APPROVAL_STATUSES } from '../core/approval.ts'

const { enumeration, integer, list, nullable, object, string, timestamp } = schema

const approval = schema.named(
  'Approval',
  {
    id: schema.id('apr'),
    realmId: nullable(schema.uuid),
    status: enumeration(...APPROVAL_STATUSES),
    approvalUrl: schema.url,
    action: { type: 'string', pattern: '^svc:' },
    resource: string,
    summary: string,
    credential: enumeration('builder', 'api_key', 'scoped_token'),
    credentialId: string,
    request: nullable(
      schema.named('ApprovedCall', {
        method: enumeration('POST', 'PUT', 'PATCH', 'DELETE'),
        address: schema.path,
        body: nullable(schema.record),
      })
    ),
    answer: schema.named('ApprovedAnswer', { status: integer, body: schema.record }),
    operationPath: nullable(schema.path),
    operationIds: list(schema.id('op')),
    needed: integer,
    given: integer,
    decisions: list(
      schema.named('ApprovalDecision', {
        builderId: schema.id('bld'),
        decision: enumeration('approve', 'deny'),
        decidedAt: timestamp,
      })
    ),
    code: nullable({ type: 'string', pattern: '^[A-Za-z_]+$' }),
    message: nullable(string),
    createdAt: timestamp,
    expiresAt: timestamp,
    endedAt: nullable(timestamp),
  },
  ['decisions', 'answer']
)

export const answers = {
  approval: schema.envelope(object({ approval })),
  approvals: schema.envelope(
    object({ approvals: list(approval), total: integer, nextCursor: nullable(string) })
  ),
}
