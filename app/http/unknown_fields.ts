import type { FieldError } from '#app/http/errors/service_error'
import { nearestName } from '#app/http/nearest_name'
import type { AnyValidator } from '#app/http/route_declaration'
import { LIMITS } from '#app/limits'

type Parse = (value: unknown) => unknown
type Compiled = ReturnType<AnyValidator['toJSON']>
type Node = Compiled['schema']['schema']
type Refs = Compiled['refs']

/** What a value may hold; null when it may hold anything. */
type Shape =
  | { kind: 'object'; fields: ReadonlyMap<string, Shape | null>; open: boolean; parse?: Parse }
  | { kind: 'list' | 'map'; each: Shape; parse?: Parse }

/** Another part of the request. A field that is known there was put into the wrong part. */
export interface OtherPart {
  /** The part's name in "belongs in the query". */
  name: string
  validator: AnyValidator | null
}

const shapes = new WeakMap<AnyValidator, Shape | null>()

/**
 * Every field of an input that its validator does not know, at every depth. VineJS drops such
 * fields silently, and the caller would rely on something that nothing has read.
 *
 * @param validator null when no field is taken
 */
export function unknownFields(
  validator: AnyValidator | null,
  input: unknown,
  other: OtherPart | null = null
): FieldError[] {
  const shape = validator ? shapeOf(validator) : NOTHING
  const found: FieldError[] = []
  collect(found, input, shape, [])
  if (found.length === 0 || !other?.validator) return found
  const elsewhere = knownFields(other.validator)
  return found.map((error) =>
    elsewhere.has(error.field)
      ? { ...error, message: `The ${error.field} field belongs in the ${other.name}` }
      : error
  )
}

/** The names that a validator takes at the top level of its input. */
function knownFields(validator: AnyValidator): ReadonlyMap<string, Shape | null> {
  const shape = shapeOf(validator)
  return shape?.kind === 'object' ? shape.fields : NOTHING.fields
}

const NOTHING = { kind: 'object', fields: new Map<string, null>(), open: false } as const

/** A limited number of unknown fields is collected: hundreds are not named in full. */
function collect(found: FieldError[], value: unknown, shape: Shape | null, at: string[]): void {
  if (shape === null) return
  const held = shape.parse ? shape.parse(value) : value
  // The validator refuses a value of another type.
  if (typeof held !== 'object' || held === null) return
  if (Array.isArray(held) !== (shape.kind === 'list')) return
  for (const name of Object.keys(held)) {
    if (found.length >= LIMITS.unknownFieldsShown) return
    const known = shape.kind === 'object' ? shape.fields.get(name) : shape.each
    if (known) collect(found, (held as Record<string, unknown>)[name], known, [...at, name])
    else if (known === undefined && shape.kind === 'object' && !shape.open)
      found.push(unknownField(name, shape.fields, at))
  }
}

function unknownField(
  name: string,
  fields: ReadonlyMap<string, unknown>,
  at: string[]
): FieldError {
  const field = [...at, name.slice(0, LIMITS.pathSegmentLength)].join('.')
  const near = nearestName(name, fields.keys())
  const hint = near
    ? `Did you mean ${near}?`
    : fields.size > 0
      ? `Known here: ${[...fields.keys()].join(', ')}`
      : 'Nothing is taken here'
  return { field, rule: 'unknown', message: `The ${field} field is unknown. ${hint}` }
}

function shapeOf(validator: AnyValidator): Shape | null {
  const known = shapes.get(validator)
  if (known !== undefined) return known
  const { schema, refs } = validator.toJSON()
  const shape = compile(schema.schema, refs)
  shapes.set(validator, shape)
  return shape
}

function compile(node: Node, refs: Refs): Shape | null {
  const parse = 'parseFnId' in node && node.parseFnId ? (refs[node.parseFnId] as Parse) : undefined
  switch (node.type) {
    case 'object': {
      const properties = [...node.properties, ...node.groups.flatMap(grouped)]
      const fields = new Map(properties.map((field) => [field.fieldName, compile(field, refs)]))
      return { kind: 'object', fields, open: node.allowUnknownProperties, parse }
    }
    case 'array':
    case 'record': {
      const each = compile(node.each, refs)
      return each && { kind: node.type === 'array' ? 'list' : 'map', each, parse }
    }
    default:
      // A text, a free map with rules of its own, or one of several types.
      return null
  }
}

type Group = Extract<Node, { type: 'object' }>['groups'][number]

function grouped({ conditions }: Group): Node[] {
  return conditions.flatMap(({ schema }) => [
    ...schema.properties,
    ...schema.groups.flatMap(grouped),
  ])
}
