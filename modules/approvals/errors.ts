import type { ErrorEntries } from '#app/http/errors/catalogue'

/** The errors of requests that wait for approvals. */
export const APPROVAL_ERRORS = {
  APPROVAL_DENIED: {
    status: 403,
    retryable: false,
    message: 'A member of the organization has denied the request. Nothing was executed.',
    why: 'The request needed approvals, and a person denied it; see error.details.approvalId.',
    fix: 'Ask who denied it. If it is still wanted, send it at another path or with another Idempotency-Key.',
  },
  TOO_FEW_APPROVERS: {
    status: 409,
    retryable: false,
    message: 'The organization has too few members to approve the request. Nothing was kept.',
    why: 'The policy asks for more approvals than there are members besides the one who made the credential.',
    fix: 'Invite members who may approve with POST /api/v1/auth/invitations (developers and owners), or ask for fewer approvals in the scope of the credential.',
  },
} as const satisfies ErrorEntries
