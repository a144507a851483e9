import type { Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { test } from '@japa/runner'
import { impatientServer, limitConnections } from '#app/http/connections'

const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\n'

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function open(port: number, text: string): { socket: Socket; ended: Promise<void> } {
  const socket = connect(port, '127.0.0.1', () => socket.write(text))
  socket.on('error', () => {}).resume()
  return { socket, ended: new Promise((resolve) => socket.once('close', () => resolve())) }
}

function answer(port: number): Promise<boolean> {
  const { socket, ended } = open(port, `${HEAD}Content-Length: 0\r\n\r\n`)
  return Promise.race([
    new Promise<boolean>((resolve) => socket.once('data', () => resolve(true))),
    ended.then(() => false),
  ]).finally(() => socket.destroy())
}

test.group('connections', () => {
  test('a connection that is slow with its request is ended: {name}')
    .with([
      { name: 'nothing at all', text: '' },
      { name: 'headers without an end', text: HEAD },
      { name: 'a body without an end', text: `${HEAD}Content-Length: 10\r\n\r\nabc` },
    ])
    .run(async ({ cleanup }, { text }) => {
      const server = impatientServer(() => {}, { headersMs: 50, requestMs: 50, lookMs: 10 })
      cleanup(() => void server.close())
      await open(await listening(server), text).ended
    })

  test('an address has so many connections; an end makes room', async ({ assert, cleanup }) => {
    const server = impatientServer((_request, response) => response.end())
    limitConnections(server, () => false, 2)
    cleanup(() => {
      server.closeAllConnections()
      server.close()
    })
    const port = await listening(server)
    const held = [open(port, HEAD), open(port, HEAD)]
    await Promise.all(
      held.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve)))
    )
    assert.isFalse(await answer(port))
    held[0]!.socket.destroy()
    await held[0]!.ended
    let isServed = false
    while (!isServed) isServed = await answer(port)
    held[1]!.socket.destroy()
  })

  test('a trusted proxy has everybody behind it and no limit', async ({ assert, cleanup }) => {
    const server = impatientServer((_request, response) => response.end())
    limitConnections(server, () => true, 0)
    cleanup(() => {
      server.closeAllConnections()
      server.close()
    })
    assert.isTrue(await answer(await listening(server)))
  })
})
