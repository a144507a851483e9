import type { Server as NodeServer } from 'node:http'
import type { Server } from '@adonisjs/core/http'

/**
 * Calls back with each node server: when the process begins to serve requests, and whenever a test
 * starts a server.
 */
export function onNodeServer(server: Server, attach: (nodeServer: NodeServer) => void) {
  const setNodeServer = server.setNodeServer.bind(server)
  server.setNodeServer = (nodeServer) => {
    setNodeServer(nodeServer)
    attach(nodeServer as NodeServer)
  }
}

/**
 * Hands a request that asks before it sends its body to the router like any other. Without this
 * listener Node.js tells every client to send; here `readBody` does so when it wants the body.
 */
export function letBodiesWait(nodeServer: NodeServer) {
  nodeServer.on('checkContinue', (request, response) => {
    nodeServer.emit('request', request, response)
  })
}
