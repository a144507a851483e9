export interface FieldError {
  /** Dotted path of the field in the request. */
  field: string
  rule: string
  message: string
}

/** A validator's finding about a field, with what the value was compared with. */
export interface FoundField extends FieldError {
  meta?: { choices?: readonly unknown[] }
}

/**
 * A failing field as callers are told of it. VineJS says only that a value outside a choice is
 * invalid, so the choices are added for callers who do not know the reference; and it does not name
 * the field that has to be a boolean.
 */
export function toldField({ field, rule, message, meta }: FoundField): FieldError {
  if (rule === 'boolean')
    return { field, rule, message: `The ${field} field must be true or false` }
  const choices = rule === 'enum' ? meta?.choices : undefined
  if (!choices) return { field, rule, message }
  return { field, rule, message: `The ${field} field must be one of ${choices.join(', ')}` }
}

export interface ServiceErrorOptions {
  /** Replaces the catalogue's message. It names the thing, and must be safe for end users. */
  message?: string
  /** Replaces the catalogue's next step; empty when the message has it already. */
  next?: string
  details?: Record<string, unknown>
  headers?: Record<string, string>
  cause?: unknown
}

/**
 * A refusal by catalogue code. Status, retryability and the default message come from the catalogue
 * when the answer is written; nothing else translates errors.
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

/** 400 VALIDATION_ERROR with every failing field; the message of the answer names the first. */
export function invalid(fields: FieldError[]): ServiceError {
  return new ServiceError('VALIDATION_ERROR', { details: { fields } })
}

export function invalidField(field: string, rule: string, message: string): ServiceError {
  return invalid([{ field, rule, message }])
}

/** 403 for a member of an organization whose role is another one. */
export function roleRefused(role: string | undefined, roles: readonly string[]): ServiceError {
  return new ServiceError('FORBIDDEN', {
    message: `This needs the role ${roles.join(' or ')} in the organization, and yours is ${role ?? 'none'}.`,
    next: 'Ask an owner of the organization: GET /api/v1/auth/members shows them.',
    details: { action: 'role', resource: '/', roles },
  })
}

/**
 * 404 for one thing of a kind. A thing that belongs to another organization gets the same answer,
 * so that no caller learns that it exists.
 *
 * @param id the id that the caller named
 * @param next where existing ones are found, or how one is made
 */
export function notFound(kind: string, id: string, next: string): ServiceError {
  const message = `The ${kind} ${id} does not exist, or this credential may not see it.`
  return new ServiceError('NOT_FOUND', { message, next })
}

/** @param id the id that the caller named */
export function realmNotFound(id: string): ServiceError {
  return notFound('realm', id, 'GET /api/v1/realms lists the realms of your organization.')
}

/**
 * 404 for an object that is missing, or whose creation has not ended yet.
 *
 * @param named id or path, as the caller named the object
 */
export function objectNotFound(named: string): ServiceError {
  return new ServiceError('OBJECT_NOT_FOUND', {
    message: `The object ${named} does not exist, or its create operation is not completed yet.`,
  })
}
