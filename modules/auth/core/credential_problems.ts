const SIGN_IN =
  'Sign in with POST /api/v1/auth/google, or send an API key of POST /api/v1/api-keys as bearer.'

/** Why a credential is refused, and what its holder does next. */
export const CREDENTIAL_PROBLEMS = {
  absent: {
    message: 'The request has no Authorization header.',
    next: 'Send "Authorization: Bearer <token or API key>".',
  },
  malformed: {
    message: 'The Authorization header does not read "Bearer", a space and one credential.',
    next: 'Send "Authorization: Bearer <token or API key>".',
  },
  key_malformed: {
    message: 'The API key is malformed.',
    next: 'Send the rawKey whole, as POST /api/v1/api-keys answered it: svc_<prefix>_<secret>. A refresh token (svc_rt_…) is for POST /api/v1/auth/refresh alone.',
  },
  key_unknown: {
    message: 'The API key is unknown.',
    next: 'Compare its prefix with GET /api/v1/api-keys, or create one with POST /api/v1/api-keys.',
  },
  key_revoked: {
    message: 'The API key has been revoked.',
    next: 'Create another one with POST /api/v1/api-keys.',
  },
  maker_revoked: {
    message: 'The API key this credential was made with has been revoked.',
    next: 'Make a new one with a credential that stands.',
  },
  token_invalid: {
    message: 'The access token is malformed, or not signed by this service.',
    next: SIGN_IN,
  },
  token_expired: {
    message: 'The access token has expired.',
    next: 'Refresh it with POST /api/v1/auth/refresh, or mint a new scoped token with POST /api/v1/auth/token.',
  },
  token_revoked: {
    message: 'The scoped token has been revoked.',
    next: 'Ask whoever minted it with POST /api/v1/auth/token for a new one.',
  },
  session_ended: {
    message: 'The session this access token was made in has been ended.',
    next: SIGN_IN,
  },
  confirmation_invalid: {
    message: 'The token is no confirmation of this service.',
    next: 'Send the request with your own credential: the refusal opens a new confirmation.',
  },
  confirmation_used: {
    message: 'This confirmation has been used: what it permitted has happened.',
    next: 'Read the result with your own credential.',
  },
  confirmation_expired: {
    message: 'This confirmation has expired.',
    next: 'Send the request again with your own credential: the refusal opens a new one.',
  },
} as const satisfies Record<string, { message: string; next: string }>

export type CredentialProblem = keyof typeof CREDENTIAL_PROBLEMS
