import { singleton } from '#app/extension/singleton'
import type { FieldError, ServiceError, ServiceErrorOptions } from '#app/http/errors/service_error'

/** An error that a caller can meet. Documentation and OpenAPI are generated from these entries. */
export interface ErrorEntry {
  status: number
  /** Whether the same request may succeed later without any change. */
  retryable: boolean
  /**
   * What happened, naming the thing. It is safe for end users, and holds only values of the
   * caller's own.
   */
  message: string
  /** When it happens. */
  why: string
  /**
   * What the caller does next, naming the field, header or endpoint that helps. It is sent with the
   * message.
   */
  fix: string
}

export type ErrorEntries = Record<string, ErrorEntry>

/** The errors of the host itself; modules contribute theirs. */
export const HOST_ERRORS = {
  VALIDATION_ERROR: {
    status: 400,
    retryable: false,
    message: 'The request breaks the rules of the fields in error.details.fields.',
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
    message: 'The request needs a valid credential, and its Authorization header holds none.',
    why: 'The Authorization header is missing, malformed, expired or unknown.',
    fix: 'Send "Authorization: Bearer <token>" with a fresh access token or an active API key.',
  },
  FORBIDDEN: {
    status: 403,
    retryable: false,
    message: 'The credential does not permit the action in error.details.',
    why: 'No statement of the credential allows the action on the resource, or one denies it.',
    fix: 'Use a credential whose scope covers the action and resource named in error.details.',
  },
  REALM_SCOPE_MISMATCH: {
    status: 403,
    retryable: false,
    message: 'The credential is locked to another realm.',
    why: 'A realm-locked key or scoped token was used on a realm it was not made for.',
    fix: 'Send realmId of the realm the credential was made for, or use a credential of the whole organization.',
  },
  NOT_FOUND: {
    status: 404,
    retryable: false,
    message: 'The address or the resource it names does not exist.',
    why: 'The route or resource does not exist, or is not accessible to this credential.',
    fix: 'Compare the address with GET /openapi.json and the ids with the list of their kind; what belongs to another organization is never revealed.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    retryable: false,
    message: 'The address does not take this HTTP method.',
    why: 'The path exists, but not with this HTTP method.',
    fix: 'Use one of the methods in the Allow header.',
  },
  CONFLICT: {
    status: 409,
    retryable: false,
    message: 'The request conflicts with the current state of the resource.',
    why: 'A resource with this identity exists, or its state does not permit the change.',
    fix: 'Read the resource again (GET /openapi.json names its address) and decide again.',
  },
  IDEMPOTENCY_VIOLATION: {
    status: 409,
    retryable: false,
    message: 'This operation path or Idempotency-Key was used before with other inputs.',
    why: 'An operation path, or an Idempotency-Key, repeats only the very same request.',
    fix: 'Send a new path or Idempotency-Key, or read what has it: GET /api/v1/operations/:id with error.details.operationId.',
  },
  RATE_LIMITED: {
    status: 429,
    retryable: true,
    message: 'The credential or address has sent too many requests. Nothing was done.',
    why: 'The credential sent more requests than it may, or has too many confirmations open; or the address did: on public routes, without a credential where one is needed, or with refused ones. The RateLimit-Remaining header tells a credential what is left.',
    fix: 'Wait for the seconds in the Retry-After header.',
  },
  TOO_MANY_CONNECTIONS: {
    status: 429,
    retryable: true,
    message: 'The organization has too many WebSocket connections open.',
    why: 'The organization has as many WebSocket connections open as it may have to one process; or so many unauthenticated ones are open, altogether or from this address, that one of them gave its place away or the next is not taken.',
    fix: 'Close connections that are not needed, or share one among several consumers with the watch frame.',
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
    message: 'The posting queue of the service is full. Nothing was stored.',
    why: 'The posting queue is full.',
    fix: 'Wait for the seconds in the Retry-After header and repeat the same request with the same path.',
  },
  UNAVAILABLE: {
    status: 503,
    retryable: true,
    message: 'The database of the service is temporarily unavailable.',
    why: 'The database did not answer. The outcome of a write may be unknown.',
    fix: 'Repeat the same request with the same path: it is executed at most once.',
  },
  INTERNAL_ERROR: {
    status: 500,
    retryable: false,
    message: 'The service failed in a way it did not foresee.',
    why: 'An unexpected failure. Details are in the service log under the error id.',
    fix: 'Send error.errorId to the operator, who finds the cause under it in the log.',
  },
} as const satisfies ErrorEntries

/** A refusal as it is sent. */
export interface ToldRefusal {
  code: string
  entry: ErrorEntry
  /** What happened, without the next step: for people on a page, who cannot send another field. */
  happened: string
  next: string
  /** What happened, and the next step. */
  message: string
}

/** All entries by code. Filled while modules register, read-only afterwards. */
@singleton()
export class ErrorCatalogue {
  #entries = new Map<string, ErrorEntry>(Object.entries(HOST_ERRORS))

  /**
   * @throws Error when a code exists already, because two meanings of one code mislead every caller
   */
  register(entries: ErrorEntries) {
    for (const [code, entry] of Object.entries(entries)) {
      if (this.#entries.has(code)) throw new Error(`Error code ${code} is registered twice`)
      this.#entries.set(code, entry)
    }
  }

  /**
   * The texts of a refusal for its caller, over HTTP or a socket: what happened and what to do
   * next. A code that is not registered is reported as an internal error.
   */
  told({ code, options }: Pick<ServiceError, 'code' | 'options'>): ToldRefusal {
    const known = this.find(code)
    const entry = known ?? HOST_ERRORS.INTERNAL_ERROR
    const field = firstField(options)
    const happened = ended(options.message ?? field.message ?? entry.message)
    const next = options.next ?? (options.message ? undefined : field.next) ?? entry.fix
    return {
      code: known ? code : 'INTERNAL_ERROR',
      entry,
      happened,
      next,
      message: `${happened} ${next}`.trim(),
    }
  }

  find(code: string): ErrorEntry | undefined {
    return this.#entries.get(code)
  }

  all(): [code: string, entry: ErrorEntry][] {
    return [...this.#entries].sort(([a], [b]) => (a < b ? -1 : 1))
  }
}

/** The message of the first failing field; the others are in the details. */
function firstField({ details }: ServiceErrorOptions): { message?: string; next?: string } {
  const [first, ...others] = (details?.fields ?? []) as FieldError[]
  if (!first) return {}
  if (others.length > 0) {
    // Fields of which one has to be given share one message, and count as one fault.
    const more = new Set(
      others.map(({ message }) => message).filter((each) => each !== first.message)
    )
    const count = more.size > 0 ? ` (${more.size} more)` : ''
    return { message: `${first.message.replace(/\.$/, '')}${count}` }
  }
  return { message: first.message, next: `Correct ${first.field} and send the request again.` }
}

/** The messages of fields end without a full stop, and another sentence follows them. */
function ended(text: string): string {
  return /[.?!…"]$/.test(text) ? text : `${text}.`
}
