import { test } from '@japa/runner'
import { schemaOf } from '#app/http/openapi/validator_schema'
import type { AnyValidator, JsonSchema } from '#app/http/route_declaration'
import { declaredRoutes } from '#app/http/route_macros'

const BELL = 'a\u0007b'

/** What the validator lets through, and why none of it is kept as it came. */
const NOT_KEPT: [field: RegExp, why: string][] = [
  [/^(googleIdToken|refreshToken|secret)$/, 'It is verified, or compared with a hash.'],
  [/^scope\./, 'The use case refuses actions, patterns and destinations that could not be.'],
  [/(^|\.)market$/, 'It is looked up.'],
  [/^candles\.0\.v$/, 'It is not read: a tape may be an answer of the service.'],
  [/^sources\.0\.value$/, 'The use case refuses what is no path.'],
  [/^destinationAddress$/, 'The use case refuses what is no address.'],
  [/^action$/, 'It is looked up.'],
]

/** A request whose every text has a control character, and where its texts stand. */
function ringing(schema: JsonSchema, at: string, texts: string[]): unknown {
  const { properties, items, additionalProperties: each } = schema
  if (properties) {
    return Object.fromEntries(
      Object.entries(properties as Record<string, JsonSchema>).map(([name, field]) => [
        name,
        ringing(field, at === '' ? name : `${at}.${name}`, texts),
      ])
    )
  }
  if (items) return [ringing(items as JsonSchema, `${at}.0`, texts)]
  if (typeof each === 'object') return { k: ringing(each as JsonSchema, at, texts) }
  const isText = [schema.type].flat().includes('string') && !schema.enum && !schema.const
  if (isText) texts.push(at)
  return isText ? BELL : undefined
}

async function taken(validator: AnyValidator): Promise<string[]> {
  const texts: string[] = []
  const [error] = await validator.tryValidate(ringing(schemaOf(validator), '', texts))
  const refused = (error?.messages ?? []) as { field: string; rule: string }[]
  const isRefused = (text: string) =>
    refused.some(
      ({ field, rule }) => rule !== 'required' && (field === text || text.startsWith(`${field}.`))
    )
  return texts.filter((text) => !isRefused(text))
}

test.group('host | free texts', () => {
  test('no text of a body that is kept takes control characters', async ({ assert }) => {
    const found: string[] = []
    for (const { route, declaration } of declaredRoutes()) {
      const { pattern, methods } = route.toJSON()
      if (!pattern.startsWith('/api/v1/') || !declaration.body) continue
      for (const text of await taken(declaration.body)) {
        if (!NOT_KEPT.some(([field]) => field.test(text)))
          found.push(`${methods[0]} ${pattern} ${text}`)
      }
    }
    assert.deepEqual(found, [])
  })
})
