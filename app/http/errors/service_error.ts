export interface FieldError {
  /** Dotted path of the field in the request. */
  field: string
  rule: string
  message: string
}

export interface ServiceErrorOptions {
  /** Replaces the catalogue's message; must be safe for end users. */
  message?: string
  details?: Record<string, unknown>
  headers?: Record<string, string>
  cause?: unknown
}

/**
 * A refusal by catalogue code. Status, retryability and the default message come from the
 * catalogue when the answer is written; nothing else translates errors.
 */
export class ServiceError extends Error {
  readonly details: Record<string, unknown> | undefined
  readonly headers: Record<string, string>

  constructor(
    readonly code: string,
    readonly options: ServiceErrorOptions = {}
  ) {
    super(options.message ?? code, { cause: options.cause })
    this.name = 'ServiceError'
    this.details = options.details
    this.headers = options.headers ?? {}
  }
}

/** 400 VALIDATION_ERROR with every failing field. */
export function invalid(fields: FieldError[]): ServiceError {
  return new ServiceError('VALIDATION_ERROR', { details: { fields } })
}

export function invalidField(field: string, rule: string, message: string): ServiceError {
  return invalid([{ field, rule, message }])
}

export function notFound(what: string): ServiceError {
  return new ServiceError('NOT_FOUND', { message: `${what} does not exist.` })
}
