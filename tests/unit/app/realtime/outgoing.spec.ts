import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { test } from '@japa/runner'
import { WebSocket, WebSocketServer } from 'ws'
import { StreamEvent } from '#app/extension/realtime_topic'
import { LIMITS } from '#app/limits'
import { Outgoing } from '#app/realtime/outgoing'
import { eventually, until } from '#tests/support/client'

/** Many of them fill every buffer between two ends of one machine. */
const PAYLOAD = 'x'.repeat(256 * 1024)
const EVENTS = 200

const event = (number: number) =>
  new StreamEvent(
    {
      type: 'test.event',
      realmId: 'r',
      entityId: null,
      entityPath: null,
      eventId: `evt_${number}`,
      correlationId: null,
      sequence: number,
      timestamp: '2026-01-01T00:00:00.000000Z',
    },
    { text: PAYLOAD }
  )

/** Two ends of a real connection: ours, and a client's. */
async function pair() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  const ours = new Promise<[WebSocket, Duplex]>((resolve) =>
    server.once('connection', (socket, request) => resolve([socket, request.socket]))
  )
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const opened = new Promise((resolve) => client.once('open', resolve))
  const frames: { deliverySeq: number; type: string }[] = []
  client.on('message', (data: Buffer) => {
    const { deliverySeq, type } = JSON.parse(data.toString()) as (typeof frames)[number]
    frames.push({ deliverySeq, type })
  })
  const [[socket, wire]] = await Promise.all([ours, opened])
  const close = () => {
    client.terminate()
    server.close()
  }
  return { socket, wire, client, frames, close }
}

test.group('realtime | outgoing', () => {
  test('a client not reading is sent what fits, and hears of more', async ({ assert, cleanup }) => {
    const { socket, wire, client, frames, close } = await pair()
    cleanup(close)
    let caughtUp = 0
    const outgoing = new Outgoing(socket, wire, LIMITS, {
      caughtUp: () => caughtUp++,
      stuck: () => {},
    })
    client.pause()
    let most = 0
    for (let number = 1; number <= EVENTS; number++) {
      outgoing.deliver(event(number))
      most = Math.max(most, socket.bufferedAmount)
    }
    assert.isTrue(outgoing.lags)
    assert.isAtMost(most, LIMITS.socketBufferBytes + 2 * PAYLOAD.length)
    assert.equal(caughtUp, 0)

    client.resume()
    await until('the client to catch up', () => caughtUp === 1)
    outgoing.deliver(event(EVENTS + 1))
    const last = await eventually('the next event', async () =>
      socket.bufferedAmount === 0 && frames.length > 0 ? frames.at(-1) : null
    )
    assert.isBelow(last.deliverySeq, EVENTS)
    await until('all of it', () => frames.at(-1)!.deliverySeq === frames.length)
    assert.deepEqual(
      frames.map(({ deliverySeq }) => deliverySeq),
      frames.map((_frame, index) => index + 1)
    )
    outgoing.stop()
  })

  test('nobody is sent anything after the connection has ended', async ({ assert, cleanup }) => {
    const { socket, wire, client, close } = await pair()
    cleanup(close)
    const outgoing = new Outgoing(socket, wire, LIMITS, { caughtUp: () => {}, stuck: () => {} })
    client.terminate()
    await until('the end', () => socket.readyState === socket.CLOSED)
    outgoing.deliver(event(1))
    outgoing.answer({ type: 'pong' })
    await outgoing.room()
    assert.isFalse(outgoing.lags)
  })
})
