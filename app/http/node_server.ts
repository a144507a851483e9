import type { Server as NodeServer } from 'node:http'
import type { Server } from '@adonisjs/core/http'

/**
 * Calls back with the node server as soon as there is one: when the process serves requests, and each
 * time a test starts a server of its own.
 */
export function onNodeServer(server: Server, attach: (nodeServer: NodeServer) => void) {
  const setNodeServer = server.setNodeServer.bind(server)
  server.setNodeServer = (nodeServer) => {
    setNodeServer(nodeServer)
    attach(nodeServer as NodeServer)
  }
}

/**
 * Hands a request that asks before it sends its body to the router like any other. Without a listener
 * Node.js tells every client to send, whoever it is; here `readBody` does, when it wants the body.
 */
export function letBodiesWait(nodeServer: NodeServer) {
  nodeServer.on('checkContinue', (request, response) => {
    nodeServer.emit('request', request, response)
  })
}
