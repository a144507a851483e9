import type { Assert } from '@japa/assert'
import type { Reply } from '#tests/support/client'

type Input = Record<string, unknown>

/** Stands for a field that is left out. */
export const MISSING = Symbol('missing')

/** Values that no required text field takes. */
export const NOT_TEXT = [1, true, null, {}, ['x'], ''] as const

/**
 * Sends an otherwise valid input once for each wrong value, and expects 400 VALIDATION_ERROR that
 * names exactly this field, so that no value is refused for another reason.
 */
export async function refusesFields(
  assert: Assert,
  send: (input: Input) => Promise<Reply<unknown>>,
  valid: Input,
  wrong: Record<string, readonly unknown[]>
): Promise<void> {
  for (const [field, values] of Object.entries(wrong)) {
    for (const value of values) {
      const input = { ...valid, [field]: value }
      if (value === MISSING) delete input[field]
      const shown = `${field} = ${String(value === MISSING ? 'missing' : JSON.stringify(value))}`
      const { status, error } = await send(input)
      assert.equal(status, 400, shown)
      assert.equal(error.code, 'VALIDATION_ERROR', shown)
      const named = new Set(error.details?.fields?.map((entry) => entry.field.split('.')[0]))
      assert.deepEqual([...named], [field], shown)
    }
  }
}
