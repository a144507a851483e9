export interface FieldError {
  /** Dotted path of the field in the request. */
  field: string
  rule: string
  message: string
}

/** What a validator says of a field, with what it was compared with. */
export interface FoundField extends FieldError {
  meta?: { choices?: readonly unknown[] }
}

/**
 * A field as callers are told of it. VineJS says of a value outside a choice only that it is invalid,
 * which sends every newcomer to the reference.
 */
export function toldField({ field, rule, message, meta }: FoundField): FieldError {
  const choices = rule === 'enum' ? meta?.choices : undefined
  if (!choices) return { field, rule, message }
  return { field, rule, message: `The ${field} field must be one of ${choices.join(', ')}` }
}

export interface ServiceErrorOptions {
  /** Replaces the catalogue's message; names the thing, and must be safe for end users. */
  message?: string
  /** Replaces the catalogue's next step; empty where the message says it already. */
  next?: string
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

/** 400 VALIDATION_ERROR with every failing field; the answer's message tells the first. */
export function invalid(fields: FieldError[]): ServiceError {
  return new ServiceError('VALIDATION_ERROR', { details: { fields } })
}

export function invalidField(field: string, rule: string, message: string): ServiceError {
  return invalid([{ field, rule, message }])
}

/**
 * 404 for one thing of a kind. What belongs to somebody else is answered the same, so that nobody
 * learns that it exists.
 *
 * @param id as the caller named it
 * @param next where those that exist are found, or how one is made
 */
export function notFound(kind: string, id: string, next: string): ServiceError {
  const message = `The ${kind} ${id} does not exist, or this credential may not see it.`
  return new ServiceError('NOT_FOUND', { message, next })
}

/** @param id as the caller named it */
export function realmNotFound(id: string): ServiceError {
  return notFound('realm', id, 'GET /api/v1/realms lists the realms of your organization.')
}

/**
 * 404 for an object that is missing or whose create operation has not ended yet.
 *
 * @param named its id or path, as the caller named it
 */
export function objectNotFound(named: string): ServiceError {
  return new ServiceError('OBJECT_NOT_FOUND', {
    message: `The object ${named} does not exist, or its create operation is not completed yet.`,
  })
}
