import { test } from '@japa/runner'
import { apiRoutes, type ApiRoute } from '#app/http/openapi/document'
import { BASE_URL, Client, type AnyData } from '#tests/support/client'
import { DocumentedAnswers } from '#tests/support/documented_answers'
import { DocumentedExamples, withReal, type Parameter } from '#tests/support/documented_examples'
import { ExampleFixtures } from '#tests/functional/host/support/example_fixtures'

/**
 * Every example of the API reference is sent as it stands, with ids and texts that only the reader can
 * know put in their places, and its answer is held against the reference.
 */

/** Examples that cannot succeed with what is made here, and how they are refused instead. */
const REFUSED: Record<string, number> = {
  // Without a browser that signed in.
  finishBrowserSignIn: 400,
  createBrowserAccessToken: 401,
  decideStepUp: 401,
  submitInvitation: 401,
  decideApproval: 401,
  redeemDevCode: 400,
  // The boundary has no recovery key in force; co-signing is shown in tests/functional/custody.
  armBoundary: 409,
  // No key of it waits; tests/functional/custody/boundaries.spec.ts has some that do.
  acceptKey: 409,
  cancelKey: 409,
  handOverCosigner: 409,
  proposeInheritance: 409,
  proposeWithdrawal: 409,
  createCosignedWithdrawal: 412,
  // The realm has none.
  getPaymentLogo: 404,
}

/** What the ones before stand on: these come last, in this order. */
const LAST = [
  'closePosition',
  'cancelOrder',
  'cancelOrders',
  'stopTwap',
  'delistSimMarket',
  'deleteAggregationWatch',
  'deletePaymentLink',
  'deleteWebhook',
  'deleteSchedule',
  'deleteMonitor',
  'deleteReconciliation',
  'deleteApiKey',
  'revokeScopedToken',
  'deleteSigningKey',
  'deleteObject',
  'deleteRealm',
  'haltRealm',
  'getRealmHalt',
  'clearRealmHalt',
  'revokeRefreshToken',
  'endSession',
]

/** Parameters that mean nothing without each other. */
const TOGETHER = ['kind', 'objectId']

const turn = ({ operationId }: ApiRoute) => LAST.indexOf(operationId)

test.group('host | examples of the API reference', (group) => {
  let reference: AnyData
  let answers: DocumentedAnswers
  let examples: DocumentedExamples
  let fixtures: ExampleFixtures

  group.setup(async () => {
    const { body } = await Client.anonymous().get('/openapi.json')
    reference = body as AnyData
    answers = new DocumentedAnswers(reference)
    examples = new DocumentedExamples(reference)
    fixtures = await ExampleFixtures.make()
    return () => fixtures.remove()
  })

  const send = (route: ApiRoute, queried?: Parameter[]) => {
    const request = withReal(examples.request(route, queried), fixtures.realOf(route))
    const { method, address, body, headers } = request
    return fixtures.callerOf(route).send(method, address, body, headers)
  }

  test('{method} {pattern}')
    .with(() =>
      apiRoutes()
        .filter(({ operationId }) => operationId !== 'streamPayment')
        .sort((one, other) => turn(one) - turn(other))
    )
    .run(async ({ assert }, route) => {
      const { operationId } = route
      await fixtures.before(operationId)
      const queries = examples.parameters(route, 'query')
      const needed = examples.neededQuery(route)
      const reply = await send(route)
      const shown = `${reply.status} ${JSON.stringify(reply.body)?.slice(0, 600)}`
      if (operationId in REFUSED) assert.equal(reply.status, REFUSED[operationId], shown)
      else assert.isBelow(reply.status, 400, shown)
      assert.deepEqual(answers.problems(operationId, reply), [])
      fixtures.learn(operationId, reply)
      if (route.method !== 'GET' || reply.status >= 300) return
      for (const optional of queries.filter((each) => !needed.includes(each))) {
        // A cursor is what the page before gave; the one of the example is none.
        if (optional.name === 'cursor') continue
        const asked = TOGETHER.includes(optional.name)
          ? queries.filter(({ name, required }) => required || TOGETHER.includes(name))
          : [...needed, optional]
        const narrowed = await send(route, asked)
        const told = `${optional.name}: ${JSON.stringify(narrowed.body)?.slice(0, 400)}`
        assert.isBelow(narrowed.status, 300, told)
        assert.deepEqual(answers.problems(operationId, narrowed), [], optional.name)
      }
    })

  test('every event that came of them is told in the reference', async ({ assert }) => {
    const told = (reference.tags as { description?: string }[])
      .map(({ description = '' }) => description)
      .join('\n')
    const types = await fixtures.eventTypes()
    assert.includeMembers(types, ['object.created', 'fill.recorded'])
    const untold = types.filter((type) => !told.includes(`\`${type}\`: `))
    assert.deepEqual(untold, [], 'add them to the events of the module, in its provider')
  })

  test('the stream of a payment begins as an event stream', async ({ assert }) => {
    const route = apiRoutes().find(({ operationId }) => operationId === 'streamPayment')!
    const { address } = withReal(examples.request(route), fixtures.realOf(route))
    const stop = new AbortController()
    const response = await fetch(`${BASE_URL}${address}`, { signal: stop.signal })
    stop.abort()
    assert.equal(response.status, 200)
    assert.include(response.headers.get('content-type'), 'text/event-stream')
  })
})
