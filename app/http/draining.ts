import type { Server } from 'node:http'
import type { ApplicationService } from '@adonisjs/core/types'
import { LIMITS } from '#app/limits'
import type { StopLog } from '#app/processes/ending'

let draining = false

/** Whether the server is stopping: each answer is then the last one of its connection. */
export function isDraining(): boolean {
  return draining
}

/**
 * Lets the server stop within the time of its longest running request. Node waits for every open
 * connection, and a client that goes on sending would hold its connection open for ever. So would a
 * request that never ends: its connection is cut.
 */
export function drainOnTerminate(app: ApplicationService) {
  app.terminating(async () => {
    draining = true
    const [server, log] = await Promise.all([
      app.container.make('server'),
      app.container.make('logger'),
    ])
    const nodeServer = server.getNodeServer() as Server | undefined
    if (nodeServer) drain(nodeServer, { ms: LIMITS.requestsEndMs, log })
  })
}

/** For a server that is about to be closed. */
export function drain(server: Server, { ms, log }: { ms: number; log: StopLog }) {
  server.closeIdleConnections()
  const late = setTimeout(() => {
    log.warn({ ms }, 'requests did not end in time, and their connections are cut')
    server.closeAllConnections()
  }, ms)
  server.once('close', () => clearTimeout(late))
}
