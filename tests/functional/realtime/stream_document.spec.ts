import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { test } from '@japa/runner'
import { EXAMPLE_REALM, exampleId } from '#app/http/openapi/host_glossary'
import { TradingRealm, type Trader } from '#tests/functional/venue/support/trading_realm'
import { Client, accepted, until, type AnyData } from '#tests/support/client'
import { DocumentedFrames } from '#tests/support/documented_frames'
import { within } from '#tests/support/schema_walk'
import { TestSocket, type Frame } from '#tests/support/socket'
import { ownSockets } from './support/own_sockets.ts'

const SPECIFICATION = '@asyncapi/specs/schemas/3.0.0-without-$id.json'
const ETH = 'vn:0:ETH'
const ENDS = /^(un|destroy)/

interface Message {
  name: string
  summary: string
  payload: AnyData
  examples: { payload: AnyData }[]
}

/** The fields of a value at every depth. A list is known by what it holds first. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? 'any' : [shapeOf(value[0])]
  if (value === null) return 'any'
  if (typeof value !== 'object') return typeof value
  const fields = Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)])
  return Object.fromEntries(fields)
}

/** Where two shapes differ; what is null or empty in one of them may be anything in the other. */
function differences(one: unknown, other: unknown, at = 'frame'): string[] {
  if (one === 'any' || other === 'any') return []
  if (typeof one !== 'object' || typeof other !== 'object') {
    return one === other ? [] : [`${at}: ${String(one)}, and ${String(other)}`]
  }
  const [a, b] = [one as AnyData, other as AnyData]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((name) => {
    const inside = `${at}.${name}`
    if (!(name in a)) return [`${inside} is missing in the example`]
    if (!(name in b)) return [`${inside} did not come`]
    return differences(a[name], b[name], inside)
  })
}

test.group('realtime | stream document', (group) => {
  let trading: TradingRealm
  let trader: Trader
  let document: AnyData
  let messages: Message[]
  let asked: Message[]
  let frames: DocumentedFrames

  group.setup(async () => {
    document = (await Client.anonymous().get('/asyncapi.json')).body as AnyData
    messages = Object.values(document.components.messages as Record<string, Message>)
    asked = messages.filter(({ payload }) => 'action' in payload.properties)
    frames = new DocumentedFrames(document)
  })

  test('it keeps to the schema of AsyncAPI, and references lead somewhere', async ({ assert }) => {
    const file = createRequire(import.meta.url).resolve(SPECIFICATION)
    const ajv = new Ajv({ allErrors: true, strict: false, logger: false })
    addFormats.default(ajv)
    const judge = ajv.compile(JSON.parse(await readFile(file, 'utf8')) as AnyData)
    judge(document)
    assert.isNull(judge.errors, JSON.stringify(judge.errors?.slice(0, 5)))
    const named = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)
    const lost = [...named].filter(([, path]) => {
      const steps = path!.split('/')
      return steps.reduce((at: AnyData | undefined, step) => at?.[step], document) === undefined
    })
    assert.deepEqual(lost, [])
  })

  test('every frame and every field says what it is', ({ assert }) => {
    const named = Object.entries(document.components.schemas as Record<string, AnyData>)
    const payloads = messages.map(({ name, payload }): [string, AnyData] => [name, payload])
    const silent = [...named, ...payloads]
      .flatMap(([at, schema]) => [...within(schema, at)])
      .flatMap(([at, { properties = {} }]) =>
        Object.entries(properties as Record<string, AnyData>)
          .filter(([, field]) => !field.description)
          .map(([name]) => `${at}.${name}`)
      )
    assert.deepEqual(silent, [], 'add them to the glossary of the module')
    assert.isEmpty(messages.filter(({ summary }) => summary === ''))
  })

  test('every example is a frame that the document describes', ({ assert }) => {
    const wrong = messages.flatMap(({ name, examples }) => {
      const example = examples[0]!.payload
      const found = frames.nameOf(example)
      return found === name ? [] : [`${name}: ${found}`, ...frames.problems(example)]
    })
    assert.deepEqual(wrong, [])
  })

  /** Everything that the document says a client can ask, and what its realm then does. */
  async function session(): Promise<Frame[]> {
    const { realm } = trading
    const socket = await TestSocket.connect()
    let watchId = ''
    const ask = async ({ examples }: Message) => {
      const text = JSON.stringify(examples[0]!.payload)
        .replaceAll(EXAMPLE_REALM, realm.id)
        .replaceAll(exampleId('wat'), watchId)
        .replace(/eyJ[^"]*/, realm.client.token!)
      socket.send(text)
      const answer = await socket.next(({ requestId }) => requestId === 'r1')
      if (answer.type === 'error') throw new Error(`${text} ${JSON.stringify(answer)}`)
      watchId = (answer.watchId as string | undefined) ?? watchId
    }
    for (const message of asked.filter(({ name }) => !ENDS.test(name))) await ask(message)
    for (const path of [trader.path, '/users/']) {
      await socket.ask({ action: 'watch', path }, 'watch_snapshot')
    }
    await socket.refused({ action: 'watch' })

    await realm.transfer('/users/u1/wallet', '/users/u2/wallet', '25')
    await realm.account('/users/u3/wallet', '5')
    await heldAndCaptured(socket)
    accepted(await trader.order({ market: ETH, size: '0.1', side: 'buy' }))
    const came = (type: string) => socket.frames.some((frame) => frame.type === type)
    await until('prices that move', async () => {
      accepted(await trading.sim('tick'))
      return ['mids.updated', 'trades.batch', 'candle.closed', 'valuation.updated'].every(came)
    })
    // Before the watches end: what happens is told in turn, and may be told later than the prices.
    const told = ['operation.updated', 'balance.updated', 'chart.snapshot.updated']
    for (const type of [...told, 'aggregation.updated']) {
      await until(type, async () => came(type))
    }
    for (const message of asked.filter(({ name }) => ENDS.test(name))) await ask(message)
    await socket.close()
    return [...socket.frames, ...(await farewell())]
  }

  /** Two changes of an operation, the second once the first was told: the tail would join them. */
  async function heldAndCaptured(socket: TestSocket): Promise<void> {
    const { realm } = trading
    const where = { sourceObjectPath: '/users/u1/wallet', targetObjectPath: '/users/u2/wallet' }
    const { operation } = accepted(
      await realm.post('/holds', { path: '/op/held', ...where, amount: '1' })
    )
    await until('the hold was told', async () =>
      socket.frames.some(({ entityId }) => entityId === operation.id)
    )
    accepted(await realm.post(`/holds/${operation.id}/capture`, { path: '/op/captured' }))
  }

  async function farewell(): Promise<Frame[]> {
    const { url, sockets } = await ownSockets()
    const socket = await TestSocket.open(trading.id, trading.client.token!, url)
    await Promise.all([socket.next('stream.resync'), sockets.close()])
    return socket.frames
  }

  test('every frame was sent or came, with the fields of its example', async ({ assert }) => {
    trading = await TradingRealm.open()
    await trading.realm.account('/users/u1/wallet', '100')
    await trading.realm.account('/users/u2/wallet', '1')
    trader = await trading.trader('one', '5000')
    const came = await session()
    const problems = came.flatMap((frame) => frames.problems(frame))
    assert.deepEqual(problems, [])
    const byName = Map.groupBy(came, (frame) => frames.nameOf(frame))
    const told = messages.filter((message) => !asked.includes(message))
    const wrong = told.flatMap(({ name, examples }) => {
      const found = byName.get(name) ?? []
      if (found.length === 0) return [`${name} did not come`]
      const tried = found.map((frame) => differences(shapeOf(examples[0]!.payload), shapeOf(frame)))
      const [nearest] = tried.sort((a, b) => a.length - b.length)
      return nearest!.map((difference) => `${name} ${difference}`)
    })
    assert.deepEqual(wrong, [])
  })
})
