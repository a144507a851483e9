import { errors } from '@vinejs/vine'
import { WHOLE_PATHS } from '#app/http/field_names'
import type { AnyValidator } from '#app/http/route_declaration'
import {
  invalid,
  ServiceError,
  toldField,
  type FieldError,
  type FoundField,
} from '#app/http/errors/service_error'
import { unknownFields } from '#app/http/unknown_fields'

/**
 * Validates a part of a request whose form depends on another field of it, by the same rules as a
 * body: all failing fields at once, and no unknown ones.
 *
 * @param field the name of the part, which stands before the names in it
 * @throws ServiceError VALIDATION_ERROR
 */
export async function checkedPart(
  validator: AnyValidator,
  value: Record<string, unknown>,
  field: string
): Promise<Record<string, unknown>> {
  const [error, terms] = await validator.tryValidate(value, WHOLE_PATHS)
  if (error !== null && !(error instanceof errors.E_VALIDATION_ERROR)) throw error
  const found = error === null ? [] : (error.messages as FoundField[])
  const fields = [...found.map(toldField), ...unknownFields(validator, value)]
  if (fields.length === 0) return terms as Record<string, unknown>
  throw invalid(namedIn(field, fields))
}

/**
 * What is read of a part that was checked, by rules about several of its fields.
 *
 * @throws ServiceError its refusal, with the names of the fields as the caller has written them
 */
export function readPart<Value>(field: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ServiceError) || !error.details?.fields) throw error
    const fields = namedIn(field, error.details.fields as FieldError[])
    throw new ServiceError(error.code, { ...error.options, details: { fields } })
  }
}

function namedIn(part: string, fields: readonly FieldError[]): FieldError[] {
  return fields.map(({ field, rule, message }) => ({
    field: `${part}.${field}`,
    rule,
    message: message.replace(`The ${field} field`, `The ${part}.${field} field`),
  }))
}
