import type { ErrorEntries } from '#app/http/errors/catalogue'

/** What sign-in refuses with, besides the host's own codes. */
export const AUTH_ERRORS = {
  new_account_requires_org: {
    status: 400,
    retryable: false,
    message: 'This is your first sign-in: name your organization.',
    why: 'Nobody has signed in with this identity before, and an account belongs to an organization.',
    fix: 'Send the request again with orgName.',
  },
  IDENTITY_PROVIDER_UNAVAILABLE: {
    status: 503,
    retryable: true,
    message: 'The identity provider cannot be reached. Nothing was changed.',
    why: 'Its published keys or its discovery document could not be fetched.',
    fix: 'Repeat the request. If it stays so, look at the "identity_provider" line of /health/ready.',
  },
} as const satisfies ErrorEntries
