import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Principal } from '#app/extension/principal'
import { ServiceError } from '#app/http/errors/service_error'
import { addressGroup, addressOfUpgrade, type TrustsPeer } from '#app/http/client_address'
import { ignoreUpgrade } from '#app/http/ignored_upgrade'
import { Connection, type ConnectionTerms } from '#app/realtime/connection'
import { Strangers, tooManyStrangers } from '#app/realtime/strangers'

export const SOCKET_PATH = '/api/v1/ws'

/**
 * Often enough that a revoked credential is disconnected within the second in which requests are
 * refused.
 */
const RECHECK_EVERY_MS = 400
const LOOK_FOR_REALMS_EVERY_MS = 5000
const LEAVE_WITHIN_MS = 1000

/** What every connection of a process is given. */
export type SocketTerms = Omit<ConnectionTerms, 'admit' | 'ended'> & { trustsPeer: TrustsPeer }

/** All connections of this process: admits new ones, and ends those that have to go. */
export class SocketServer {
  #server: WebSocketServer
  #connections = new Set<Connection>()
  #strangers: Strangers
  #ofOrganization = new Map<string, Set<Connection>>()
  #timers: NodeJS.Timeout[] = []
  #leaving = false
  #looking = false

  constructor(private terms: SocketTerms) {
    this.#strangers = new Strangers(terms.limits)
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: terms.limits.socketFrameBytes,
      // Compression would cost memory for every connection, and lets secrets be guessed by length;
      // frames are small.
      perMessageDeflate: false,
      clientTracking: false,
    })
  }

  get size(): number {
    return this.#connections.size
  }

  attach(server: Server) {
    server.on('upgrade', (request, socket, head) => {
      if (request.headers.upgrade?.toLowerCase() === 'websocket')
        this.#upgrade(request, socket, head)
      else ignoreUpgrade(server, request, socket, head)
    })
  }

  /**
   * Closes the connection of every client, telling it when to reconnect, because node waits for
   * open sockets for ever.
   */
  async close(): Promise<void> {
    this.#leaving = true
    this.#endWatch()
    for (const connection of this.#connections) connection.leave('server_shutdown')
    const deadline = performance.now() + LEAVE_WITHIN_MS
    while (this.#connections.size > 0 && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    for (const connection of this.#connections) connection.terminate()
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    socket.on('error', () => socket.destroy())
    const path = request.url?.split('?')[0]
    if (path !== SOCKET_PATH)
      return this.#turnAway(
        socket,
        404,
        new ServiceError('NOT_FOUND', { message: NO_SOCKET, next: SOCKET })
      )
    const address = addressOfUpgrade(request, this.terms.trustsPeer)
    const group = addressGroup(address)
    if (this.#leaving) {
      return this.#turnAway(socket, 503, new ServiceError('TOO_MANY_CONNECTIONS', LEAVING))
    }
    if (!this.#strangers.makeRoom(group)) return this.#turnAway(socket, 503, tooManyStrangers())
    this.#server.handleUpgrade(request, socket, head, (client) => {
      const connection = new Connection(client, socket, address, {
        ...this.terms,
        admit: (admitted, principal) => {
          this.#admit(admitted, principal)
          this.#strangers.remove(group, admitted)
        },
        ended: (ended) => {
          this.#ended(ended)
          this.#strangers.remove(group, ended)
        },
      })
      this.#connections.add(connection)
      this.#watch()
      this.#strangers.add(group, connection)
    })
  }

  /** A refused upgrade is answered in the envelope of every other refusal. */
  #turnAway(socket: Duplex, status: number, refusal: ServiceError) {
    const { code } = refusal
    const { message } = this.terms.catalogue.told(refusal)
    const body = JSON.stringify({ success: false, error: { code, message } })
    socket.end(
      `HTTP/1.1 ${status} ${code}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    )
  }

  #admit(connection: Connection, { orgId }: Principal) {
    const others = this.#ofOrganization.get(orgId) ?? new Set()
    if (others.size >= this.terms.limits.socketsPerOrganization) {
      throw new ServiceError('TOO_MANY_CONNECTIONS')
    }
    others.add(connection)
    this.#ofOrganization.set(orgId, others)
  }

  #ended(connection: Connection) {
    this.#connections.delete(connection)
    if (this.#connections.size === 0) this.#endWatch()
    if (!connection.authenticated) return
    const { orgId } = connection.principal
    const others = this.#ofOrganization.get(orgId)
    others?.delete(connection)
    if (others?.size === 0) this.#ofOrganization.delete(orgId)
  }

  /** Watches over the connections while there are any: a server without them is not woken for it. */
  #watch() {
    if (this.#timers.length > 0) return
    this.#timers = [
      setInterval(() => this.#heartbeat(), this.terms.limits.socketHeartbeatMs),
      setInterval(() => this.#recheck(), RECHECK_EVERY_MS),
      setInterval(() => void this.#lookForRealms(), LOOK_FOR_REALMS_EVERY_MS),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  #endWatch() {
    for (const timer of this.#timers.splice(0)) clearInterval(timer)
  }

  /** A client that does not answer has gone, or does not read: both only cost memory. */
  #heartbeat() {
    for (const connection of this.#connections) {
      if (connection.alive) connection.ping()
      else connection.terminate()
    }
  }

  /**
   * Ends the connections of closed realms, which wait for nothing. One after the other, because
   * most ask for the same realms.
   */
  async #lookForRealms(): Promise<void> {
    if (this.#looking) return
    this.#looking = true
    try {
      for (const connection of this.#connections) {
        await connection.recheck()
      }
    } finally {
      this.#looking = false
    }
  }

  /** Each credential once, however many connections came with it. */
  #recheck() {
    const sharing = Map.groupBy(this.#connections, ({ authorization }) => authorization)
    for (const [authorization, connections] of sharing) {
      if (authorization === null) continue
      this.terms.access.authenticate(authorization).catch((error: unknown) => {
        for (const connection of connections) connection.endIfRefused(error)
      })
    }
  }
}

const NO_SOCKET = 'The address takes no WebSocket.'
const SOCKET = `Connect to ${SOCKET_PATH}.`
const LEAVING = {
  message: 'The process is shutting down and takes no more connections.',
  next: 'Connect again in a moment: another process takes over.',
}
