import fc from 'fast-check'
import type { ApiDocument, Operation, Schema } from './document.ts'
import { collectionOf, type Memory } from './memory.ts'
import { ValidValues, hostileText, hostileValue } from './values.ts'

/** One request, and what is known of the answer before it is sent. */
export interface Case {
  operation: Operation
  params: Record<string, string>
  query: Record<string, string>
  /** Undefined without a body. */
  body?: unknown
  /** Sent as it is in place of the body. */
  rawBody?: string
  headers: Record<string, string>
  credential: 'own' | 'reader' | 'none' | 'junk'
  /** Sent this often at the same time. */
  copies: number
  /** Why anything but a refusal would be wrong; absent when the request may be good. */
  mustRefuse?: string
  /** What was done to it. */
  story: string
}

const JUNK_CREDENTIALS = ['x', 'svc_abcdefgh_' + 'a'.repeat(43), 'a.b.c', '\u00e4', '']
const RAW_BODIES = [
  '{',
  '[]',
  'null',
  '"text"',
  '{"a":1,}',
  '{"a":1e999}',
  "{'a':1}",
  '['.repeat(5000),
  '{"a":'.repeat(2000) + '1' + '}'.repeat(2000),
  '{"__proto__":{"admin":true}}',
]

type Change = (made: Case) => fc.Arbitrary<Case>

/** Makes cases of one operation. */
export class Cases {
  #values: ValidValues

  constructor(
    private document: ApiDocument,
    memory: Memory
  ) {
    this.#values = new ValidValues(document, memory)
  }

  /** Half of them as the document says, half with something wrong. */
  of(operation: Operation): fc.Arbitrary<Case> {
    const good = this.#good(operation)
    const changes = this.#changes(operation)
    const bad = good.chain((made) =>
      fc.constantFrom(...changes).chain((change) => change(structuredClone(made)))
    )
    return fc.oneof(good, bad)
  }

  #good(operation: Operation): fc.Arbitrary<Case> {
    const { parameters, body, path, examples } = operation
    const valueOf = (name: string, schema: Schema, collection: string) =>
      this.#values.of(schema, name, { collection, example: examples[name] }).map(asText)
    const params = parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name, schema }) => [name, valueOf(name, schema, collectionBefore(path, name))])
    const query = this.#values.object({
      properties: Object.fromEntries(
        parameters.filter((each) => each.in === 'query').map(({ name, schema }) => [name, schema])
      ),
      required: parameters.filter((each) => each.required).map(({ name }) => name),
    })
    return fc.record({
      operation: fc.constant(operation),
      params: fc.record(Object.fromEntries(params)) as fc.Arbitrary<Record<string, string>>,
      query: query.map((made) =>
        Object.fromEntries(Object.entries(made).map(([name, value]) => [name, asText(value)]))
      ),
      ...(body && { body: this.#values.object(body, examples) }),
      headers: fc.constant({}),
      credential: fc.oneof(
        { weight: 9, arbitrary: fc.constant('own' as const) },
        { weight: 1, arbitrary: fc.constant('reader' as const) }
      ),
      copies: fc.oneof(
        { weight: 9, arbitrary: fc.constant(1) },
        { weight: 1, arbitrary: fc.constant(3) }
      ),
      story: fc.constant('as documented'),
    })
  }

  #changes(operation: Operation): Change[] {
    const { parameters, body, contentType, needsCredential } = operation
    const changes: Change[] = [unknownParameter]
    if (parameters.some((each) => each.in === 'path')) changes.push(hostileParam)
    if (parameters.some((each) => each.in === 'query')) changes.push(hostileParameter)
    if (needsCredential) changes.push(noCredential, junkCredential)
    if (body && contentType === 'application/json') {
      const schema = this.document.resolved(body)
      const names = Object.keys((schema.properties ?? {}) as Schema)
      changes.push(unknownField, rawBody, emptyBody, wrongContentType)
      if (names.length > 0) changes.push(this.#hostileField(names), this.#hostileField(names))
      if (schema.required?.length > 0) changes.push(missingField(schema.required as string[]))
      if (names.length > 0) changes.push(this.#wrongType(schema))
    }
    return changes
  }

  #hostileField(names: string[]): Change {
    return (made) =>
      fc.tuple(fc.constantFrom(...names), hostileValue).map(([name, value]) => ({
        ...made,
        body: { ...(made.body as object), [name]: value },
        story: `${name} = ${shown(value)}`,
      }))
  }

  /** A list or an object where a single value belongs, and the other way round. */
  #wrongType(schema: Schema): Change {
    const fields = Object.entries(schema.properties as Record<string, Schema>)
    return (made) =>
      fc.constantFrom(...fields).map(([name, declared]) => {
        const { type, anyOf, oneOf } = this.document.resolved(declared)
        if (type === undefined || anyOf || oneOf) return made
        const isDeep = [type].flat().some((each) => each === 'object' || each === 'array')
        const value = isDeep ? 'text' : [{ deep: true }]
        return {
          ...made,
          body: { ...(made.body as object), [name]: value },
          mustRefuse: `${name} has the wrong type`,
          story: `${name} = ${shown(value)}`,
        }
      })
  }
}

const unknownParameter: Change = (made) =>
  fc.constant({
    ...made,
    query: { ...made.query, fuzzUnknown: '1' },
    // A page is opened with whatever the link that led to it carries along.
    ...(made.operation.path.startsWith('/api/') && { mustRefuse: 'an unknown query parameter' }),
    story: 'with ?fuzzUnknown=1',
  })

const unknownField: Change = (made) =>
  fc.constant({
    ...made,
    body: { ...(made.body as object), fuzzUnknown: true },
    mustRefuse: 'an unknown field',
    story: 'with the field fuzzUnknown',
  })

const missingField =
  (required: string[]): Change =>
  (made) =>
    fc.constantFrom(...required).map((name) => {
      const rest = { ...(made.body as Record<string, unknown>) }
      delete rest[name]
      return { ...made, body: rest, mustRefuse: `${name} is missing`, story: `without ${name}` }
    })

const hostileParam: Change = (made) =>
  fc.tuple(fc.constantFrom(...Object.keys(made.params)), hostileText).map(([name, value]) => ({
    ...made,
    params: { ...made.params, [name]: value === '' ? '%' : value },
    story: `{${name}} = ${shown(value)}`,
  }))

const hostileParameter: Change = (made) => {
  const names = made.operation.parameters.filter((each) => each.in === 'query')
  return fc.tuple(fc.constantFrom(...names), hostileText).map(([{ name }, value]) => ({
    ...made,
    query: { ...made.query, [name]: value },
    story: `?${name}=${shown(value)}`,
  }))
}

/** Without any fields, as no body and one that begins with a byte order mark are. */
const emptyBody: Change = (made) =>
  fc.constantFrom('', '{}', '\ufeff{}').map((text) => ({
    ...made,
    rawBody: text,
    story: `body ${shown(text)}`,
  }))

const rawBody: Change = (made) =>
  fc.constantFrom(...RAW_BODIES).map((text) => ({
    ...made,
    rawBody: text,
    mustRefuse: 'no usable JSON object',
    story: `body ${shown(text)}`,
  }))

const wrongContentType: Change = (made) =>
  fc.constantFrom('text/plain', 'application/xml', 'multipart/form-data').map((type) => ({
    ...made,
    headers: { 'content-type': type },
    mustRefuse: `content type ${type}`,
    story: `as ${type}`,
  }))

const noCredential: Change = (made) =>
  fc.constant({
    ...made,
    credential: 'none' as const,
    mustRefuse: 'no credential',
    story: 'without a credential',
  })

const junkCredential: Change = (made) =>
  fc.constantFrom(...JUNK_CREDENTIALS).map((credential) => ({
    ...made,
    headers: { authorization: `Bearer ${credential}` },
    credential: 'junk' as const,
    mustRefuse: 'no valid credential',
    story: `as ${shown(credential)}`,
  }))

/** `/objects/{id}/exchange/state` is about exchange objects, `/orders/{orderId}` about orders. */
function collectionBefore(path: string, name: string): string {
  const segments = path.split('/')
  const at = segments.indexOf(`{${name}}`)
  return segments[at + 1] === 'exchange' ? 'exchange' : collectionOf(segments[at - 1]!)
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value)
}

function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 80)}… (${text.length} characters)` : text
}
