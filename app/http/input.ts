import type { HttpContext } from '@adonisjs/core/http'
import type { Infer } from '@vinejs/vine/types'
import type { AnyValidator } from '#app/http/route_declaration'

const validated = new WeakMap<HttpContext, Map<AnyValidator, unknown>>()

export function rememberInput(ctx: HttpContext, validator: AnyValidator, value: unknown) {
  const values = validated.get(ctx) ?? new Map<AnyValidator, unknown>()
  values.set(validator, value)
  validated.set(ctx, values)
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
  const values = validated.get(ctx)
  if (!values?.has(validator)) {
    throw new Error(`${ctx.route?.pattern} reads a validator it does not declare`)
  }
  return values.get(validator) as Infer<Validator>
}
