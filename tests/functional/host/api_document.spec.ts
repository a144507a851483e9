import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { ModuleHost } from '#app/extension/module_host'
import { apiRoutes, documentPath } from '#app/http/openapi/document'
import { HOST_GLOSSARY } from '#app/http/openapi/host_glossary'
import { broughtLines } from '#tests/support/brought_samples'
import { Client, pluck, type AnyData } from '#tests/support/client'
import { within } from '#tests/support/schema_walk'

type Schema = AnyData

/** The names generated clients have. One that changes here changes in every program of a builder. */
const OPERATION_IDS = 'tests/functional/host/operation_ids.txt'

/**
 * Fields of answers that hold any text. Every other one is of a form the document tells: a closed set,
 * a pattern or a format. An added module has its own in `tests/free_texts.txt`.
 */
const FREE_TEXTS = new Set(
  namesIn(`
  # What people and programs call or tell things.
  name displayName orgName realmName slug description email sub seed environmentBannerText
  metadata labels reason userAgent Approval.summary AdminProposal.method logoUrl accentColor
  # What the service says to people.
  mechanism EvidenceCheck.label note signature signingInput message detail failureMessage reasons error_description RecoveryStep.does
  # JSON in a text, and values of any kind of thing.
  input outcome payload beforeValue afterValue template
  # To be sent back as they are.
  nextCursor token refreshToken idToken rawKey keyPrefix requestId
  # Names that modules may add to.
  actions action resources resource aliases presets code type eventType
  # An id of one of several kinds, or the name of a part of the service.
  actorId SimCommand.actor.id credentialId mintedBy authority actor raisedBy clearedBy
  recoveryActor
  # What a caller or another service has given.
  ocoGroupId symbol AssetBreakdown.asset Aggregation.prefix Session.address
  PaymentLink.reference ListedPaymentLink.reference Payment.reference StatementLine.paymentReference
  AuditEntry.address WebhookAttempt.answer StatementLine.reference EvidenceProof.externalRef operationPaths destinationIn
  Schedule.actor.id timeZone Reconciliation.actor.id
  # What the file of a bank says, and where in it.
  ReconciliationLine.references ReconciliationLine.text ReconciliationEntry.reference
  ReconciliationProblem.field
`)
)

/** The names of a list; a line that begins with # says what those below it are. */
function namesIn(list: string): string[] {
  return list
    .replace(/^ *#.*$/gm, '')
    .trim()
    .split(/\s+/)
}

interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: object[]
  parameters: Schema[]
  requestBody?: { content: Record<string, { schema: Schema; example?: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** The names of the service, and those that an added module pins beside its own specs. */
async function pinnedNames(): Promise<string[]> {
  const own = await readFile(app.makePath(OPERATION_IDS), 'utf8')
  return [...own.trim().split('\n'), ...(await broughtLines('operation_ids.txt'))]
}

test.group('host | API document', (group) => {
  let text: string
  let document: Document
  let operations: Operation[]
  let schemas: [at: string, schema: Schema][]

  group.setup(async () => {
    const { body } = await Client.anonymous().get('/openapi.json')
    text = JSON.stringify(body)
    document = body as Document
    operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    const named = Object.entries(document.components.schemas)
    const answered = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, { content = {} }]) =>
        Object.values(content).map(({ schema }): [string, Schema] => [
          `${operationId} ${status}`,
          schema,
        ])
      )
    )
    const asked = operations.flatMap(({ operationId, parameters }) =>
      parameters.map(({ name, schema }): [string, Schema] => [`${operationId} ?${name}`, schema])
    )
    schemas = [...named, ...answered, ...asked].flatMap(([at, schema]) => [...within(schema, at)])
  })

  test('every field and every parameter says what it means', ({ assert }) => {
    const silent = schemas.flatMap(([at, { properties = {} }]) =>
      Object.entries(properties as Record<string, Schema>)
        .filter(([, field]) => !field.description)
        .map(([name]) => `${at}.${name}`)
    )
    const unexplained = operations.flatMap(({ operationId, parameters }) =>
      parameters
        .filter(({ description }) => !description)
        .map(({ name }) => `${operationId} ?${name as string}`)
    )
    assert.deepEqual([...silent, ...unexplained], [], 'add them to the glossary of the module')
  })

  test('every text of an answer is of a form that the document tells, or is free', async ({
    assert,
  }) => {
    const unsaid = schemas.filter(([at, { type, ...rules }]) => {
      const isAsked = /Request\b| \?/.test(at)
      // A page, a file or an event stream is text as a whole.
      const isWhole = /^\w+ \d{3}$/.test(at)
      const said = ['enum', 'const', 'pattern', 'format'].some((rule) => rule in rules)
      return [type].flat().includes('string') && !isAsked && !isWhole && !said
    })
    const names = unsaid.map(([at]) => at.replace(/(\[\]|\{\})+$/, ''))
    const brought = namesIn((await broughtLines('free_texts.txt')).join('\n'))
    const free = new Set([...FREE_TEXTS, ...brought])
    const unknown = names.filter((at) => !free.has(at) && !free.has(at.split('.').pop()!))
    const how = 'give each an enumeration, a pattern or a format, or add it to the free texts'
    assert.deepEqual(unknown, [], how)
  })

  test('every object of a request takes nothing but its fields', ({ assert }) => {
    const open = operations.flatMap(({ requestBody }) =>
      Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => {
        const name = (schema.$ref as string).split('/').pop()!
        return [...within(document.components.schemas[name]!, name)]
          .filter(([, each]) => each.properties && each.additionalProperties !== false)
          .map(([at]) => at)
      })
    )
    assert.deepEqual(open, [])
  })

  test('no boolean that may be left out is a constant, unknown to generators', ({ assert }) => {
    const constant = schemas.flatMap(([at, { properties = {}, required = [] }]) =>
      Object.entries(properties as Record<string, Schema>)
        .filter(([name, field]) => typeof field.const === 'boolean' && !required.includes(name))
        .map(([name]) => `${at}.${name}`)
    )
    const listed = schemas.filter(([, field]) =>
      field.enum?.some((each: unknown) => each === !!each)
    )
    assert.deepEqual([...constant, ...pluck(listed, '0')], [], 'say that it is a boolean')
  })

  test('an answer has the envelope, but for those of which the reference says so', ({ assert }) => {
    const bare = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).flatMap(({ operationId, responses }) => {
        const answered = Object.entries(responses)
          .filter(([status]) => status.startsWith('2'))
          .flatMap(([, { content = {} }]) => content['application/json'] ?? [])
        const whole = answered.every(({ schema }) => schema.properties?.success !== undefined)
        return whole || !path.startsWith('/api/') ? [] : [`${operationId} ${path}`]
      })
    )
    const unsaid = bare.filter(
      (at) =>
        !/ \/api\/v1\/(custody\/.*|objects\/valuation|admin\/.*\/boundary-balance-sheet)$/.test(at)
    )
    assert.deepEqual(unsaid, [])
  })

  test('an answer that names an object by its id and a path has objectPath', ({ assert }) => {
    const unnamed = schemas.filter(([at, { properties = {} }]) => {
      const names = Object.keys(properties as Schema)
      const isAnswer = !/Request\b| \?/.test(at)
      return (
        isAnswer &&
        ['objectId', 'path'].every((name) => names.includes(name)) &&
        !names.includes('objectPath')
      )
    })
    assert.deepEqual(pluck(unnamed, '0'), [])
  })

  test('every list says what it holds', ({ assert }) => {
    const open = schemas.filter(([, { type, items }]) => [type].flat().includes('array') && !items)
    const places = open.map(([at]) => at)
    assert.deepEqual(places, [])
  })

  test('every operation has name, tag, summary, access and its refusals', ({ assert }) => {
    for (const operation of operations) {
      const { operationId, summary, description, tags, security, responses } = operation
      assert.match(operationId, /^[a-z][A-Za-z]+$/)
      assert.isNotEmpty(summary, operationId)
      assert.isNotEmpty(description, operationId)
      assert.lengthOf(tags, 1, operationId)
      assert.isArray(security, operationId)
      const refused = Object.keys(responses).filter((status) => Number(status) >= 400)
      if (security.length > 0) assert.includeMembers(refused, ['401', '429'], operationId)
      if (operation.requestBody) assert.includeMembers(refused, ['400', '413'], operationId)
    }
  })

  test('every POST says how a repeat of it is answered', ({ assert }) => {
    const posts = apiRoutes().filter(({ method }) => method === 'POST')
    assert.isAbove(posts.length, 60)
    for (const { pattern, declaration } of posts) {
      const { idempotency } = declaration
      const told = document.paths[documentPath(pattern)]!.post!.description
      if (idempotency?.kind === 'operation' || idempotency?.kind === 'kept') {
        assert.include(told, '`Idempotency-Key`', pattern)
        assert.include(told, 'a repeat is answered as the first time.', pattern)
        // Without path or key such a request would be done twice, of which its caller has to know.
        const repeats = idempotency.kind === 'kept' || idempotency.repeats
        assert.equal(/(With neither|Without one), a repeat/.test(told), repeats, pattern)
      } else assert.include(told, idempotency!.why, pattern)
    }
  })

  test('operation names are unique and stay as they are', async ({ assert }) => {
    const names = pluck(operations, 'operationId').sort()
    assert.lengthOf(new Set(names), names.length)
    const kept = await pinnedNames()
    const unpinned = names.filter((name) => !kept.includes(name))
    assert.deepEqual(unpinned, [], `add them to ${OPERATION_IDS}, in the order of the alphabet`)
    assert.deepEqual(names, kept.sort(), `${OPERATION_IDS} pins them`)
  })

  test('every request has an example for each of its parts', ({ assert }) => {
    for (const { operationId, parameters, requestBody } of operations) {
      for (const { name, example } of parameters) {
        assert.exists(example, `${operationId} ?${name as string}`)
      }
      for (const { schema, example } of Object.values(requestBody?.content ?? {})) {
        assert.exists(example, operationId)
        const { required = [] } = document.components.schemas[schema.$ref.split('/').pop()]!
        const missing = (required as string[]).filter((name) => !(name in example!))
        assert.deepEqual(missing, [], `${operationId}: give each an example in the glossary`)
      }
    }
  })

  test('a glossary explains only what is there', async ({ assert }) => {
    const modules = (await app.container.make(ModuleHost)).all()
    const words = [HOST_GLOSSARY, ...modules.map(({ glossary = {} }) => glossary)]
    const stream = JSON.stringify((await Client.anonymous().get('/asyncapi.json')).body)
    const idle = words
      .flatMap((glossary) => Object.entries(glossary))
      .filter(
        ([, word]) => !`${text}${stream}`.includes(JSON.stringify([word].flat()[0]).slice(1, -1))
      )
    const names = idle.map(([name]) => name)
    assert.deepEqual(names, [])
  })

  test('a validator of OpenAPI finds no error', async ({ assert }) => {
    const { valid, errors } = await new Validator().validate(
      JSON.parse(text) as Record<string, unknown>
    )
    assert.isTrue(valid, JSON.stringify(errors))
  })

  test('a linter finds nothing to object to', async ({ assert }) => {
    const config = await createConfig({
      extends: ['recommended'],
      // A page that only redirects has no other answer, and one that asks for nothing refuses nothing.
      rules: { 'operation-2xx-response': 'off', 'operation-4xx-response': 'off' },
    })
    const problems = await lintFromString({ source: text, config })
    const shown = problems.map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`
    )
    assert.deepEqual(shown, [])
  })
})
