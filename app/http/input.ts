import type { HttpContext } from '@adonisjs/core/http'
import type { Infer } from '@vinejs/vine/types'
import type { AnyValidator } from '#app/http/route_declaration'

export function rememberInput({ notes }: HttpContext, validator: AnyValidator, value: unknown) {
  notes.inputs.push({ validator, value })
}

/**
 * The validated body, query or params of this request.
 *
 * @throws Error when the route does not declare the validator: what is not declared is not
 *   validated, and must not be read
 */
export function input<Validator extends AnyValidator>(
  ctx: HttpContext,
  validator: Validator
): Infer<Validator> {
  const given = ctx.notes.inputs.find((each) => each.validator === validator)
  if (!given) throw new Error(`${ctx.route?.pattern} reads a validator it does not declare`)
  return given.value as Infer<Validator>
}
