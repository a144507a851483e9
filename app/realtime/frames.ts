import { errors } from '@vinejs/vine'
import type { ErrorCatalogue } from '#app/http/errors/catalogue'
import {
  ServiceError,
  invalid,
  invalidField,
  toldField,
  type FoundField,
} from '#app/http/errors/service_error'
import { WHOLE_PATHS } from '#app/http/field_names'
import { readStrictly, type JsonReading } from '#app/http/json_structure'
import type { AnyValidator } from '#app/http/route_declaration'
import { unknownFields } from '#app/http/unknown_fields'

export interface ClientFrame {
  /** Of any type: a frame without an action is refused by its requestId. */
  action: unknown
  requestId: string | null
  input: Record<string, unknown>
}

export const REQUEST_ID_LENGTH = 64
/** Characters of a repeated key that a refusal shows. */
const REPEATED_SHOWN = 64

/**
 * Parses the text of a frame.
 *
 * @throws ServiceError VALIDATION_ERROR when it cannot be known which request it was
 */
export function parseFrame(text: string): ClientFrame {
  const frame = parsed(text)
  if (typeof frame !== 'object' || frame === null || Array.isArray(frame)) {
    throw unreadable('object', 'The frame must be a JSON object with an action')
  }
  const { action, requestId, ...input } = frame as Record<string, unknown>
  if (requestId !== undefined && requestId !== null && !isRequestId(requestId)) {
    throw invalidField(
      'requestId',
      'string',
      'The requestId field must be a text of 1 to 64 characters'
    )
  }
  return { action, requestId: isRequestId(requestId) ? requestId : null, input }
}

/** The refusal of a frame that cannot be parsed; it has no field to correct. */
export function unreadable(rule: string, message: string): ServiceError {
  const details = { fields: [{ field: 'frame', rule, message }] }
  const next = 'Send a JSON object as text, such as {"action":"watch","path":"/"}.'
  return new ServiceError('VALIDATION_ERROR', { message, next, details })
}

/** By the limits of a request's body, and as there no object names a key twice. */
function parsed(text: string): unknown {
  const reading = read(text)
  if (reading.problem) throw unreadable(reading.problem.rule, reading.problem.message)
  const { value, repeatedKey } = reading
  if (repeatedKey === null) return value
  const key = repeatedKey.slice(0, REPEATED_SHOWN)
  throw unreadable('repeated', `The frame must name "${key}" once in its object`)
}

function read(text: string): JsonReading {
  try {
    return readStrictly('frame', text)
  } catch {
    throw unreadable('json', 'The frame must be JSON text')
  }
}

function isRequestId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= REQUEST_ID_LENGTH
}

/**
 * The fields of a frame as its validator reads them.
 *
 * @throws ServiceError VALIDATION_ERROR with every field that is wrong or unknown
 */
export async function frameInput<Input>(
  validator: AnyValidator & { validate(data: unknown): Promise<Input> },
  input: Record<string, unknown>
): Promise<Input> {
  const [error, value] = await validator.tryValidate(input, WHOLE_PATHS)
  const wrong = (error?.messages ?? []) as FoundField[]
  const fields = [...wrong, ...unknownFields(validator, input)]
  if (fields.length > 0) throw invalid(fields.map(toldField))
  return value as Input
}

/** The frame that an `error` frame answers. */
export type Asked = Pick<ClientFrame, 'requestId' | 'action'>

/** An error that answers no frame. */
export const UNASKED: Asked = { requestId: null, action: null }

/**
 * An `error` frame says what the HTTP envelope of the same error says, in the words of a socket.
 */
export function errorFrame(
  catalogue: ErrorCatalogue,
  refusal: ServiceError,
  {
    requestId,
    action,
    errorId,
  }: { requestId: string | null; action: string | null; errorId?: string }
): Record<string, unknown> {
  const { code, details } = refusal
  const { happened, next } = catalogue.told(refusal)
  return {
    type: 'error',
    code,
    message: `${happened} ${inFrame(next, action, refusal)}`.trim(),
    requestId,
    ...(details && { details }),
    ...(errorId !== undefined && { errorId }),
  }
}

/**
 * Rewrites a next step for a frame: catalogue texts mention requests, the error envelope and
 * headers, which a frame does not have.
 */
function inFrame(next: string, action: string | null, { headers }: ServiceError): string {
  const frame = action === null ? 'frame' : `${action} frame`
  const seconds = headers['retry-after']
  return next
    .replace(/\berror\.(details|errorId)\b/g, '$1')
    .replace(/\brequest\b/g, frame)
    .replace(
      'the seconds in the Retry-After header',
      seconds ? `${seconds} seconds` : 'some seconds'
    )
}

/** @returns null for a failure that is no refusal */
export function refusalOf(error: unknown): ServiceError | null {
  if (error instanceof ServiceError) return error
  if (error instanceof errors.E_VALIDATION_ERROR) {
    return invalid((error.messages as FoundField[]).map(toldField))
  }
  return null
}
