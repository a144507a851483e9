import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import type { RealtimeAction } from '#app/extension/realtime_topic'
import { LIMITS } from '#app/limits'
import type { SocketLimits } from '#app/realtime/socket_limits'
import { SocketServer, type SocketTerms } from '#app/realtime/socket_server'
import { socketTerms } from '#app/realtime/socket_terms'

/** What the reference would say of an action that only a test has. */
export const UNDOCUMENTED = { summary: '', example: {}, answers: () => [] }

interface Differences extends Partial<
  Pick<SocketTerms, 'clock' | 'realms' | 'rateLimits' | 'trustsPeer'>
> {
  limits?: Partial<SocketLimits>
  actions?: readonly RealtimeAction[]
}

/**
 * The service's WebSocket server once more, at an address of its own and with limits a test can
 * reach. It ends with the running test.
 */
export const ownSockets = test.macro(async (running, differences: Differences = {}) => {
  const { limits, actions = [], ...terms } = differences
  const usual = await socketTerms(app.container)
  const sockets = new SocketServer({
    ...usual,
    ...terms,
    limits: { ...LIMITS, ...limits },
    actions: new Map([...usual.actions, ...actions.map((each) => [each.action, each] as const)]),
  })
  const server = createServer()
  sockets.attach(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  running.cleanup(async () => {
    await sockets.close()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${port}`, sockets }
})
