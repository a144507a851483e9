import { of, type Glossary } from '#app/http/openapi/glossary'
import { EXAMPLE_REALM, exampleId } from '#app/http/openapi/host_glossary'

/** What the fields of approvals mean. */
export const APPROVALS_GLOSSARY: Glossary = {
  'approvals.id': ['The approval, by its id.', exampleId('apr')],
  'approval': 'The request that waits, or what became of it.',
  'approvals': 'The requests that wait or waited, newest first.',
  ...of('Approval', {
    id: 'The approval.',
    status:
      '`approved`: it is being executed. `failed`: it was approved, and refused when it was executed; `code` and `message` say why.',
    approvalUrl: 'Where members of the organization decide, in a browser.',
    action: 'The action that needs approvals.',
    resource: 'What it is done to.',
    summary: 'What the request does, in words.',
    credential: 'What kind of credential asked.',
    credentialId: 'The credential that asked.',
    request: 'The request, as it is executed; null when it cannot be opened any more.',
    answer: 'What it was answered when it was executed; for the credential that asked alone.',
    operationPath: 'The path of its operation; null when it makes none, or several.',
    operationIds: 'The operations that it has made.',
    needed: 'How many builders have to approve.',
    given: 'How many have approved.',
    decisions: 'Who decided; for unrestricted credentials alone.',
    code: 'The refusal, when it failed.',
    message: 'The same in words.',
    expiresAt: 'Until then it can be approved.',
    endedAt: 'When it was executed, failed, was denied or expired.',
  }),
  ...of('ApprovedCall', {
    method: 'Its method.',
    address: 'Path and query.',
    body: 'Its body.',
  }),
  ...of('ApprovedAnswer', { status: 'The HTTP status.', body: 'The body.' }),
  ...of('ApprovalDecision', {
    builderId: 'Who decided.',
    decision: 'What they decided.',
    decidedAt: 'When.',
  }),
  ...of('listApprovals', {
    realmId: ['Of this realm only.', EXAMPLE_REALM],
    status: 'In this status only.',
  }),
  ...of('decideApproval', {
    decision: 'What the person chose.',
    formToken: ['From the page: proves that the form is its own.', 'from-the-page'],
  }),
}
