import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressGroup, type TrustsPeer } from '#app/http/client_address'
import { LIMITS } from '#app/limits'

interface Patience {
  headersMs: number
  requestMs: number
  /** How often the server looks for overdue requests. */
  lookMs: number
}

const USUAL: Patience = {
  headersMs: LIMITS.httpHeadersTimeoutMs,
  requestMs: LIMITS.httpRequestTimeoutMs,
  lookMs: LIMITS.httpTimeoutLookMs,
}

/**
 * A server that closes connections whose request arrives slowly or not at all, because each holds a
 * descriptor.
 */
export function impatientServer(
  handle: RequestListener,
  { headersMs, requestMs, lookMs }: Patience = USUAL
): Server {
  return createServer(
    { headersTimeout: headersMs, requestTimeout: requestMs, connectionsCheckingInterval: lookMs },
    handle
  )
}

/**
 * Closes connections of an address that has too many. Trusted proxies have no limit, because all
 * clients are behind them.
 */
export function limitConnections(
  server: Server,
  trusts: TrustsPeer,
  most: number = LIMITS.connectionsPerAddress
) {
  const open = new Map<string, number>()
  const counted = new WeakSet<Socket>()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress: peer } = socket
    // The server sees a connection whose upgrade was ignored a second time.
    if (peer === undefined || trusts(peer) || counted.has(socket)) return
    const group = addressGroup(peer)
    const others = open.get(group) ?? 0
    if (others >= most) return void socket.destroy()
    counted.add(socket)
    open.set(group, others + 1)
    socket.once('close', () => {
      const left = open.get(group)! - 1
      if (left > 0) open.set(group, left)
      else open.delete(group)
    })
  })
}
