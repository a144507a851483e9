import type { AnyData } from '#tests/support/client'

/** A schema and every schema in it, each with where it stands. Other components are not followed. */
export function* within(schema: AnyData, at: string): Generator<[at: string, schema: AnyData]> {
  yield [at, schema]
  const { properties = {}, items, additionalProperties, anyOf = [] } = schema
  for (const [name, inner] of Object.entries(properties as AnyData)) {
    yield* within(inner as AnyData, `${at}.${name}`)
  }
  if (items) yield* within(items as AnyData, `${at}[]`)
  if (typeof additionalProperties === 'object') {
    yield* within(additionalProperties as AnyData, `${at}{}`)
  }
  for (const choice of anyOf as AnyData[]) yield* within(choice, at)
}
