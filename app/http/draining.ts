import type { ApplicationService } from '@adonisjs/core/types'

let draining = false

/** Whether the server is stopping: answers then close their connection. */
export function isDraining(): boolean {
  return draining
}

/**
 * Lets the server stop within the time of its longest running request. Node waits for every open
 * connection, and a client that goes on sending would hold its connection open for ever.
 */
export function drainOnTerminate(app: ApplicationService) {
  app.terminating(async () => {
    draining = true
    const server = await app.container.make('server')
    const nodeServer = server.getNodeServer()
    if (nodeServer && 'closeIdleConnections' in nodeServer) nodeServer.closeIdleConnections()
  })
}
