/** One error a caller can meet. Documentation and OpenAPI are generated from these entries. */
export interface ErrorEntry {
  status: number
  /** Whether the same request may succeed later without any change. */
  retryable: boolean
  /** Safe for end users; never holds a value that is not the caller's own. */
  message: string
  /** When it happens. */
  why: string
  /** What the caller does next. */
  fix: string
}

export type ErrorEntries = Record<string, ErrorEntry>

/** The errors of the host itself; modules contribute theirs. */
export const HOST_ERRORS = {
  VALIDATION_ERROR: {
    status: 400,
    retryable: false,
    message: 'The request is not valid.',
    why: 'A field is missing, has the wrong type or breaks a rule, or the body is not JSON.',
    fix: 'Correct every field named in error.details.fields and send the request again.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    retryable: false,
    message: 'The request body is too large.',
    why: 'Request bodies are limited to 1 MiB, and to 16 KiB where no credential is asked for.',
    fix: 'Split the request into smaller ones.',
  },
  UNAUTHORIZED: {
    status: 401,
    retryable: false,
    message: 'A valid credential is needed.',
    why: 'The Authorization header is missing, malformed, expired or unknown.',
    fix: 'Send "Authorization: Bearer <token>" with a fresh access token or an active API key.',
  },
  FORBIDDEN: {
    status: 403,
    retryable: false,
    message: 'The credential does not permit this action.',
    why: 'No statement of the credential allows the action on the resource, or one denies it.',
    fix: 'Use a credential whose scope covers the action and resource named in error.details.',
  },
  REALM_SCOPE_MISMATCH: {
    status: 403,
    retryable: false,
    message: 'The credential is locked to another realm.',
    why: 'A realm-locked key or scoped token was used on a realm it was not made for.',
    fix: 'Use a credential of this realm.',
  },
  NOT_FOUND: {
    status: 404,
    retryable: false,
    message: 'The resource does not exist.',
    why: 'The route or resource does not exist, or is not accessible to this credential.',
    fix: 'Check the address and the ids; resources of other organizations are never revealed.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    retryable: false,
    message: 'This method is not supported here.',
    why: 'The path exists, but not with this HTTP method.',
    fix: 'Use one of the methods in the Allow header.',
  },
  CONFLICT: {
    status: 409,
    retryable: false,
    message: 'The request conflicts with the current state.',
    why: 'A resource with this identity exists, or its state does not permit the change.',
    fix: 'Read the resource and decide again.',
  },
  IDEMPOTENCY_VIOLATION: {
    status: 409,
    retryable: false,
    message: 'This operation path was used before with other inputs.',
    why: 'An operation path, or an Idempotency-Key, repeats only the very same request.',
    fix: 'Use a new path or key, or read the existing operation in error.details.operationId.',
  },
  RATE_LIMITED: {
    status: 429,
    retryable: true,
    message: 'Too many requests. Nothing was done.',
    why: 'The credential, or the address on public routes, sent more requests than it may.',
    fix: 'Wait for the seconds in Retry-After. The RateLimit headers tell what is left.',
  },
  TOO_MANY_CONNECTIONS: {
    status: 429,
    retryable: true,
    message: 'Too many connections.',
    why: 'The organization has as many WebSocket connections open as it may have to one process.',
    fix: 'Close connections that are not needed, or share one among several consumers.',
  },
  SUBSCRIPTION_LIMIT: {
    status: 429,
    retryable: false,
    message: 'This connection has as many subscriptions as it may have.',
    why: 'A WebSocket connection holds 200 subscriptions at most.',
    fix: 'End subscriptions that are not needed, watch a prefix instead of many paths, or open another connection.',
  },
  OVERLOADED: {
    status: 503,
    retryable: true,
    message: 'The service is at capacity. Nothing was stored.',
    why: 'The posting queue is full.',
    fix: 'Wait for the seconds in Retry-After and repeat the same request.',
  },
  UNAVAILABLE: {
    status: 503,
    retryable: true,
    message: 'A dependency is temporarily unavailable.',
    why: 'The database did not answer. The outcome of a write may be unknown.',
    fix: 'Repeat the same request with the same path: it is executed at most once.',
  },
  INTERNAL_ERROR: {
    status: 500,
    retryable: false,
    message: 'Something went wrong on our side.',
    why: 'An unexpected failure. Details are in the service log under the error id.',
    fix: 'Report error.errorId to the operator.',
  },
} as const satisfies ErrorEntries

/** All entries by code. Filled while modules register, read-only afterwards. */
export class ErrorCatalogue {
  #entries = new Map<string, ErrorEntry>(Object.entries(HOST_ERRORS))

  /** @throws Error when a code exists already: two meanings for one code mislead every caller. */
  register(entries: ErrorEntries) {
    for (const [code, entry] of Object.entries(entries)) {
      if (this.#entries.has(code)) throw new Error(`Error code ${code} is registered twice`)
      this.#entries.set(code, entry)
    }
  }

  find(code: string): ErrorEntry | undefined {
    return this.#entries.get(code)
  }

  all(): [code: string, entry: ErrorEntry][] {
    return [...this.#entries].sort(([a], [b]) => (a < b ? -1 : 1))
  }
}
