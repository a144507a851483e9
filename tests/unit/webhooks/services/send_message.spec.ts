import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { SystemClock } from '#app/clock/clock'
import { failureOf } from '#modules/webhooks/core/failure'
import { SendMessage } from '#modules/webhooks/services/send_message'
import { WebhookTargets } from '#modules/webhooks/services/webhook_targets'

const SECRET = 'whsec_c2VjcmV0'
const MESSAGE = { id: 'evt_1', body: '{}' }

function sender({ strict = false, answerMs = 15_000 } = {}) {
  return new SendMessage(new WebhookTargets(strict), new SystemClock(), answerMs)
}

/** Runs a receiver on a port of this machine for as long as `use` takes. */
async function withReceiver<Result>(
  answer: RequestListener,
  use: (url: string) => Promise<Result>
): Promise<Result> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test.group('webhooks | send_message', () => {
  test('an answer is noted with its beginning, however long it is', async ({ assert }) => {
    const attempt = await withReceiver(
      (_request, response) => response.writeHead(202).end('é'.repeat(100_000)),
      (url) => sender().run(url, MESSAGE, [SECRET])
    )
    assert.containSubset(attempt, { status: 202, error: null, answer: 'é'.repeat(256) })
  })

  test('a redirect is an answer, and is not followed', async ({ assert }) => {
    const asked: string[] = []
    const attempt = await withReceiver(
      (request, response) => {
        asked.push(request.url!)
        response.writeHead(302, { location: '/elsewhere' }).end()
      },
      (url) => sender().run(url, MESSAGE, [SECRET])
    )
    assert.equal(attempt.status, 302)
    assert.deepEqual(asked, ['/hook'])
  })

  test('a receiver that hangs is left after its time', async ({ assert }) => {
    const attempt = await withReceiver(
      () => {},
      (url) => sender({ answerMs: 50 }).run(url, MESSAGE, [SECRET])
    )
    assert.match(failureOf(attempt)!, /15 seconds/)
  })

  test('a receiver that switches protocols occupies no worker', async ({ assert }) => {
    const attempt = await withReceiver(
      ({ socket }) =>
        void socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'
        ),
      (url) => sender().run(url, MESSAGE, [SECRET])
    )
    assert.isNull(attempt.status)
    assert.match(failureOf(attempt)!, /without an answer.*2xx/)
  })

  test('of an answer that never ends only the beginning is read', async ({ assert }) => {
    const attempt = await withReceiver(
      (_request, response) => void response.writeHead(200).write('begun'.repeat(1000)),
      (url) => sender().run(url, MESSAGE, [SECRET])
    )
    assert.containSubset(attempt, { status: 200, error: null })
    assert.isTrue(attempt.answer!.startsWith('begun'))
  })

  test('nobody at the port is an error by its name', async ({ assert }) => {
    const url = await withReceiver(
      () => {},
      async (gone) => gone
    )
    const attempt = await sender().run(url, MESSAGE, [SECRET])
    assert.containSubset(attempt, { status: null, error: 'ECONNREFUSED' })
  })

  test('{0} names what the receiver has to do')
    .with([
      ['no HTTP', 'this is not HTTP\r\n\r\n', /no HTTP/],
      ['a header without end', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`, /header/],
    ] as const)
    .run(async ({ assert }, [, answer, told]) => {
      const attempt = await withReceiver(
        ({ socket }) => void socket.end(answer),
        (url) => sender().run(url, MESSAGE, [SECRET])
      )
      assert.match(failureOf(attempt)!, told)
    })

  test('a receiver that speaks no TLS is told to serve it', async ({ assert }) => {
    const attempt = await withReceiver(
      () => {},
      (url) => sender().run(url.replace('http:', 'https:'), MESSAGE, [SECRET])
    )
    assert.match(failureOf(attempt)!, /TLS/)
  })

  test('in production this machine is not asked, by number or by name', async ({ assert }) => {
    const asked: string[] = []
    await withReceiver(
      (request, response) => {
        asked.push(request.url!)
        response.end()
      },
      async (url) => {
        const { port } = new URL(url)
        for (const host of ['127.0.0.1', 'localhost']) {
          const attempt = await sender({ strict: true }).run(
            `https://${host}:${port}/hook`,
            MESSAGE,
            [SECRET]
          )
          assert.isNull(attempt.status)
          assert.match(failureOf(attempt)!, /public internet/)
        }
      }
    )
    assert.deepEqual(asked, [])
  })

  test('without a readable secret nothing is sent', async ({ assert }) => {
    const attempt = await sender().run('http://127.0.0.1:1/', MESSAGE, [])
    assert.match(failureOf(attempt)!, /rotate it/)
  })
})
