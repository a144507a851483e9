import { errors } from '@vinejs/vine'
import { WHOLE_PATHS } from '#app/http/field_names'
import type { AnyValidator } from '#app/http/route_declaration'
import { invalid, toldField, type FoundField } from '#app/http/errors/service_error'
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
  throw invalid(
    fields.map(({ field: name, rule, message }) => ({
      field: `${field}.${name}`,
      rule,
      message: message.replace(`The ${name} field`, `The ${field}.${name} field`),
    }))
  )
}
