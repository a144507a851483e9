import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { traceWith, tracing } from '#app/tracing/tracing'
import { ChildService } from '#tests/faults/support/child_service'
import { Client, accepted, until, type TestRealm } from '#tests/support/client'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number | string } }[]
  status: { code?: number }
}

interface Export {
  resourceSpans: { resource: { attributes: Span['attributes'] }; scopeSpans: { spans: Span[] }[] }[]
}

/** A collector of OTLP over HTTP, which keeps what it is sent. */
class Collector {
  readonly spans: Span[] = []
  readonly processes = new Set<string>()
  readonly headers: string[] = []

  private constructor(private server: Server) {}

  static async open(): Promise<Collector> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        collector.#keep(JSON.parse(Buffer.concat(chunks).toString()) as Export)
        collector.headers.push(String(request.headers['x-tenant']))
        response.setHeader('content-type', 'application/json').end('{}')
      })
    })
    const collector = new Collector(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return collector
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  of(traceId: string): Span[] {
    return this.spans.filter((span) => span.traceId === traceId)
  }

  /** Spans that go on from one which was not sent. */
  gaps(traceId: string, caller: string): Span[] {
    const spans = this.of(traceId)
    const known = new Set([caller, ...spans.map(({ spanId }) => spanId)])
    return spans.filter(({ parentSpanId = '' }) => !known.has(parentSpanId))
  }

  async close() {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  #keep({ resourceSpans }: Export) {
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = valueOf(resource.attributes, 'service.name')
      this.processes.add(`${service} ${valueOf(resource.attributes, 'process.pid')}`)
      this.spans.push(...scopeSpans.flatMap(({ spans }) => spans))
    }
  }
}

function valueOf(attributes: Span['attributes'], name: string) {
  const found = attributes.find(({ key }) => key === name)?.value
  return found?.stringValue ?? found?.intValue
}

const hex = (bytes: number) =>
  randomUUID()
    .replaceAll('-', '')
    .slice(0, bytes * 2)
const SETTLED = ['chain transaction', 'job confirmation', 'job settlement', 'ledger post']

test.group('host | no traces', () => {
  test('without a collector nothing of it is loaded', ({ assert }) => {
    const loaded = Object.keys(createRequire(import.meta.url).cache)
    // The library of the metrics loads the interface, which does nothing by itself.
    const ofTraces = loaded.filter((file) => /@opentelemetry\/(?!api\/)/.test(file))
    assert.isAbove(loaded.length, 0)
    assert.deepEqual(ofTraces, [])
    assert.isNull(tracing())
  })
})

test.group('host | traces', (group) => {
  let collector: Collector
  let service: ChildService
  let client: Client
  let realm: TestRealm

  group.setup(async () => {
    collector = await Collector.open()
    const settings = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=ledger',
      OTEL_BSP_SCHEDULE_DELAY: '200',
    }
    // The workers of the tests know the same database and may be first to work for an operation.
    Object.assign(process.env, settings)
    const { OtelTracing } = await import('#app/tracing/otel_tracing')
    const here = new OtelTracing('ledger-custody-service')
    traceWith(here)
    for (const name of Object.keys(settings)) delete process.env[name]
    service = await ChildService.server({ ...settings, LOG_LEVEL: 'info' })
    client = await Client.signIn(`${randomUUID()}@example.com`, service.url)
    realm = await client.realm()
    await realm.account('/savings', '100')
    accepted(await realm.declareZone('/vault'))
    await realm.object('/vault/a')
    return async () => {
      await service.stop()
      traceWith(null)
      await here.close()
      await collector.close()
    }
  })

  test('one trace of the caller shows a settlement up to its block', async ({ assert }) => {
    const [traceId, parent] = [hex(16), hex(8)]
    const answer = await client.send(
      'POST',
      '/api/v1/transfer',
      {
        realmId: realm.id,
        path: `/op/${randomUUID()}`,
        sourceObjectPath: '/savings',
        targetObjectPath: '/vault/a',
        amount: '1.00',
      },
      { traceparent: `00-${traceId}-${parent}-01` }
    )
    const { operation } = accepted(answer)
    await realm.completed(operation.id)
    const expected = ['POST /api/v1/transfer', ...SETTLED]
    const names = () => collector.of(traceId).map(({ name }) => name)
    await until('all spans', () => expected.every((name) => names().includes(name)))
    // A span is sent when it has ended, and those that it goes on from end later.
    await until('no gap', () => collector.gaps(traceId, parent).length === 0)
    const spans = collector.of(traceId)

    const request = spans.find(({ name }) => name.startsWith('POST'))!
    assert.equal(request.parentSpanId, parent)
    const chain = spans.find(({ name }) => name === 'chain transaction')!
    assert.match(String(valueOf(chain.attributes, 'chain.transaction')), /^0x[\da-f]{64}$/)
    assert.isAbove(Number(valueOf(chain.attributes, 'chain.block')), 0)
    assert.equal(valueOf(chain.attributes, 'ledger.operation'), operation.id)

    assert.isAbove(collector.processes.size, 1)
    for (const name of collector.processes) assert.match(name, /^ledger-custody-service \d+$/)
    assert.includeMembers(collector.headers, ['ledger'])
    const logged = service.output.split('\n').find((line) => line.includes(traceId))
    assert.include(logged, `"trace_id":"${traceId}","span_id":"${request.spanId}"`)
  })

  test('the log has the id of the answer, when the id of the caller {is}')
    .with([
      { is: 'is harmless', given: 'trace-1.a' },
      { is: 'has quotation marks', given: 'a b"c' },
      { is: 'is too long', given: 'x'.repeat(500) },
    ])
    .run(async ({ assert }, { given }) => {
      const headers = { 'x-request-id': given }
      const answer = await client.send('GET', '/api/v1/realms', undefined, headers)
      const id = answer.headers.get('x-request-id')!
      await until('the line of the request', async () =>
        service.output.includes(`"request_id":"${id}"`)
      )
      if (id !== given) assert.notInclude(service.output, JSON.stringify(given))
    })

  test('a broken traceparent begins a trace, one not kept is sent nowhere', async ({ assert }) => {
    const unkept = hex(16)
    const given = [
      `00-${hex(16)}-${'0'.repeat(16)}-01`,
      'x'.repeat(5000),
      `00-${unkept}-${hex(8)}-00`,
    ]
    const ids = given.map(() => randomUUID())
    for (const [index, traceparent] of given.entries()) {
      const headers = { traceparent, 'x-request-id': ids[index]! }
      assert.equal((await client.send('GET', '/api/v1/realms', undefined, headers)).status, 200)
    }
    const idsSent = () =>
      collector.spans.map(({ attributes }) => valueOf(attributes, 'http.request.id'))
    await until('the spans', () => ids.slice(0, 2).every((id) => idsSent().includes(id)))
    assert.notInclude(idsSent(), ids[2]!)
    assert.deepEqual(collector.of(unkept), [])
    const probes = collector.spans.filter(({ name }) => name.includes('/health'))
    assert.deepEqual(probes, [])
  })
})
