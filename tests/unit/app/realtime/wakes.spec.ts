import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { test } from '@japa/runner'
import logger from '@adonisjs/core/services/logger'
import { redisPlaces } from '#app/queue/redis_places'
import { Wakes } from '#app/realtime/wakes'

test.group('realtime | wakes', (group) => {
  let server: Server
  let connections = 0

  group.each.setup(async () => {
    connections = 0
    server = createServer((socket) => {
      connections++
      socket.destroy()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return () => void server.close()
  })

  test('closed, they connect to nothing that would keep the process', async ({ assert }) => {
    const { port } = server.address() as AddressInfo
    const places = redisPlaces({
      REDIS_HOST: '127.0.0.1',
      REDIS_PORT: port,
      QUEUE_PREFIX: '{wakes}',
    })
    const wakes = new Wakes({ prefix: '{wakes}', redis: { places } }, logger.use())
    await wakes.close()
    let heard = 0
    const end = wakes.listen('a', () => heard++)
    wakes.wake('a')
    wakes.wake('b')
    assert.equal(heard, 1)
    end()
    await turn()
    // Connections are taken in order: any of theirs would come before this one.
    await once(connect(port, '127.0.0.1'), 'close')
    assert.equal(connections, 1)
  })
})
