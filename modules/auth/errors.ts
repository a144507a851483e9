import type { ErrorEntries } from '#app/http/errors/catalogue'

/** The errors of sign-in, besides the host's own codes. */
export const AUTH_ERRORS = {
  new_account_requires_org: {
    status: 400,
    retryable: false,
    message: 'The identity signs in for the first time and names no organization.',
    why: 'Nobody has signed in with this identity before, and an account belongs to an organization.',
    fix: 'Send the request again with orgName.',
  },
  IDENTITY_PROVIDER_UNAVAILABLE: {
    status: 503,
    retryable: true,
    message: 'The identity provider does not answer. Nothing was changed.',
    why: 'Its published keys or its discovery document could not be fetched.',
    fix: 'Repeat the request. If it stays so, look at the "identity_provider" line of /health/ready.',
  },
  STEP_UP_REQUIRED: {
    status: 412,
    retryable: false,
    message: 'A member of the organization has to confirm the request in a browser.',
    why: 'The request is destructive and concerns production or permanent value.',
    fix: 'Open error.details.confirmUrl, confirm, read the token at GET /api/v1/auth/step-up/:id and repeat the request with it as bearer.',
  },
  APPROVAL_REQUIRED: {
    status: 403,
    retryable: false,
    message: 'The credential permits this only after approvals of people.',
    why: 'A statement of its scope has the condition approvals, and nothing can wait for them here: over a stream, or at an occurrence of a schedule.',
    fix: 'Send it as a request over HTTP, which waits for them, or use a credential without the condition.',
  },
  INVALID_SIGNATURE: {
    status: 401,
    retryable: false,
    message: 'The request signature is not valid. Nothing was executed.',
    why: 'The signature headers are incomplete, too old, made with an unusable key, used before, or do not fit the request; see error.details.reason.',
    fix: 'Sign "service-operation-v1", the canonical JSON body and the timestamp, joined by line feeds, with an active signing key; each request by itself.',
  },
} as const satisfies ErrorEntries
