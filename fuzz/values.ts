import fc from 'fast-check'
import type { ApiDocument, Schema } from './document.ts'
import { collectionOf, type Memory } from './memory.ts'

/** Texts that parsers, databases, templates and paths have stumbled over somewhere. */
const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u0000',
  '🙂'.repeat(70),
  '/',
  '//',
  '/a//b',
  '/../etc/passwd',
  '/a/./b',
  '/_system/fees',
  '/_builder/x',
  `/${'a'.repeat(129)}`,
  `/${'a/'.repeat(300)}a`,
  '*',
  '/*',
  '%00',
  '%2e%2e%2f',
  "' OR '1'='1",
  '"; DROP TABLE operations; --',
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'true',
  'NaN',
  'Infinity',
  '-0',
  '-1',
  '0',
  '0.0000001',
  '1e309',
  '1e2',
  '0x10',
  '+1',
  '1,5',
  '9'.repeat(25),
  '9'.repeat(400),
  '0.' + '9'.repeat(40),
  '2026-02-30T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:60Z',
  '+275760-09-13T00:00:00Z',
  'javascript:alert(1)',
  'http://169.254.169.254/',
  '0x' + '0'.repeat(40),
  'obj_00000000000000000000000000',
  '00000000-0000-0000-0000-000000000000',
  'x'.repeat(5000),
]

/** Values of every JSON type, small and large. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(0, -0, -1, 1.5, 1e21, -1e308, 2 ** 53, 4294967296, 0.1 + 0.2),
  },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, false) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>([], {}, [[]], [null], { a: { b: {} } }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) }
)

export const hostileText = hostileValue
  .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  .map((value) => value.toWellFormed())

/** What makes values for one schema, out of what is known so far. */
export class ValidValues {
  constructor(
    private document: ApiDocument,
    private memory: Memory
  ) {}

  /** @param name of the field or parameter; it says more than the schema */
  of(
    schema: Schema,
    name: string,
    { collection = collectionOf(name), example }: { collection?: string; example?: unknown } = {}
  ): fc.Arbitrary<unknown> {
    const known = this.#known(name, collection)
    const free = this.#made(this.document.resolved(schema), name)
    const made = example === undefined ? free : mostly(fc.constant(example), free)
    return known ? mostly(known, made) : made
  }

  /** All that is required, and each of the rest every third time. */
  object(
    schema: Schema,
    examples: Record<string, unknown> = {}
  ): fc.Arbitrary<Record<string, unknown>> {
    const { properties = {}, required = [] } = this.document.resolved(schema)
    const fields = Object.entries(properties as Record<string, Schema>).map(([name, field]) => {
      const value = this.of(field, name, { example: examples[name] })
      const isNeeded = name === 'realmId' || name in examples
      const isRequired = (required as string[]).includes(name) || isNeeded
      return [name, isRequired ? value : optional(value)] as const
    })
    return fc
      .record(Object.fromEntries(fields))
      .map((made) =>
        Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined))
      )
  }

  #known(name: string, collection: string): fc.Arbitrary<unknown> | null {
    if (name === 'path') return freshPath(this.memory)
    const isPath = /path$/i.test(name) || ['objectRef', 'target', 'prefix'].includes(name)
    const values = this.memory.of(isPath ? 'object paths' : collection)
    if (values.length === 0) return null
    // What was furnished belongs together: its object is in its realm, its order on its object.
    return fc.oneof(fc.constant(values[0]), fc.constantFrom(...values))
  }

  #made(schema: Schema, name: string): fc.Arbitrary<unknown> {
    const { enum: choices, examples, example, anyOf, oneOf, type } = schema
    if (choices) return fc.constantFrom(...(choices as unknown[]))
    const either = (anyOf ?? oneOf) as Schema[] | undefined
    if (either) return fc.oneof(...either.map((each) => this.of(each, name)))
    const shown = (examples ?? (example === undefined ? [] : [example])) as unknown[]
    const made = this.#typed(schema, [type].flat()[0] as string, name)
    return shown.length === 0 ? made : fc.oneof(fc.constantFrom(...shown), made)
  }

  #typed(schema: Schema, type: string, name: string): fc.Arbitrary<unknown> {
    switch (type) {
      case 'boolean':
        return fc.boolean()
      case 'integer':
      case 'number':
        return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1000 })
      case 'array': {
        const item = this.of((schema.items ?? {}) as Schema, name)
        return fc.array(item, { minLength: schema.minItems ?? 0, maxLength: 3 })
      }
      case 'object': {
        if (schema.properties) return this.object(schema)
        return fc.dictionary(fc.constantFrom('team', 'tier', 'note'), fc.constantFrom('a', 'b'))
      }
      case 'null':
        return fc.constant(null)
      default:
        return text(schema, name)
    }
  }
}

function mostly(usual: fc.Arbitrary<unknown>, other: fc.Arbitrary<unknown>) {
  return fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: other })
}

function optional(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
}

/** A new path mostly, one that an operation or object has had sometimes. */
function freshPath(memory: Memory): fc.Arbitrary<string> {
  const fresh = fc
    .tuple(fc.constantFrom('/op/fuzz', '/fuzz', '/fuzz/inner'), fc.nat(1e9))
    .map(([parent, number]) => `${parent}/${number}`)
  const used = [...memory.of('operation paths'), ...memory.of('object paths')]
  if (used.length === 0) return fresh
  return fc.oneof(
    { weight: 5, arbitrary: fresh },
    { weight: 1, arbitrary: fc.constantFrom(...used) }
  )
}

function text(schema: Schema, name: string): fc.Arbitrary<string> {
  const { format, pattern, minLength = 1, maxLength = 30 } = schema
  if (/amount|price|px|size/i.test(name)) {
    return fc.constantFrom('1', '1.00', '0.01', '2.5', '12.345678', '250')
  }
  if (name === 'market') return fc.constantFrom('vn:0:BTC', 'vn:0:ETH', 'vn:0:XRP')
  if (format === 'date-time') {
    return fc.integer({ min: 0, max: 4e9 }).map((second) => new Date(second * 1000).toISOString())
  }
  if (format === 'uuid') return fc.uuid()
  if (pattern) return matching(pattern as string)
  const longest = Math.min(30, maxLength as number)
  return fc.string({ minLength: Math.min(minLength as number, longest), maxLength: longest })
}

const matchers = new Map<string, fc.Arbitrary<string>>()

/** Kept: making one is slow. */
function matching(pattern: string): fc.Arbitrary<string> {
  let matcher = matchers.get(pattern)
  if (!matcher) {
    matcher = madeFrom(pattern)
    matchers.set(pattern, matcher)
  }
  return matcher
}

function madeFrom(pattern: string): fc.Arbitrary<string> {
  const anyText = fc.string({ minLength: 1, maxLength: 30 })
  if (/\\[pP]\{/.test(pattern)) return anyText
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: 30 })
  } catch {
    return anyText
  }
}
