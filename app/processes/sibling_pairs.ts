import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** A server says that a connection has ended, and the fault that it has found in it. */
export interface LinkEnded {
  type: 'link_ended'
  number: number
  fault: string | null
}

/** One of two servers, and its place among all. */
interface End {
  server: ChildProcess
  place: number
}

/** Both of them hear of its end, one after the other. */
const AGAIN_AFTER_MS = 1_000

/**
 * Gives every two servers of a group a connection of their own, and another one when that ends
 * before they do.
 */
export class SiblingPairs {
  #connected = new Map<ChildProcess, Set<ChildProcess>>()
  #links = new Map<number, { servers: ChildProcess[]; ended: (fault: string | null) => void }>()
  #number = 0

  /** @param againAfterMs how long two wait for another connection */
  constructor(
    private log: { warn(fields: object, text: string): void },
    private againAfterMs: number = AGAIN_AFTER_MS
  ) {}

  /** @param servers in their order; null for each that is not ready */
  connect(servers: readonly (ChildProcess | null)[]) {
    for (const [place, server] of servers.entries()) {
      for (const [before, other] of servers.slice(0, place).entries()) {
        if (!server || !other) continue
        const known = this.#knownTo(server)
        if (known.has(other)) continue
        known.add(other)
        this.#knownTo(other)
        void this.#keep({ server, place }, { server: other, place: before })
      }
    }
  }

  /** The servers that are connected with this one, which is listened to from now on. */
  #knownTo(server: ChildProcess): Set<ChildProcess> {
    const known = this.#connected.get(server)
    if (known) return known
    server.on('message', (message: LinkEnded | null) => {
      if (message?.type === 'link_ended') this.#links.get(message.number)?.ended(message.fault)
    })
    server.once('exit', () => {
      this.#connected.delete(server)
      for (const { servers, ended } of this.#links.values()) {
        if (servers.includes(server)) ended(null)
      }
    })
    const none = new Set<ChildProcess>()
    this.#connected.set(server, none)
    return none
  }

  async #keep(one: End, other: End): Promise<void> {
    for (;;) {
      const fault = await this.#connectOnce(one, other)
      await delay(this.againAfterMs, undefined, { ref: false })
      if (!one.server.connected || !other.server.connected) return
      const servers = [other.place + 1, one.place + 1]
      this.log.warn({ servers, fault }, 'two servers had no connection; they get another one')
    }
  }

  /** Resolves when the connection has ended, or could not be made. */
  async #connectOnce(one: End, other: End): Promise<string | null> {
    const number = ++this.#number
    const { promise, resolve: ended } = Promise.withResolvers<string | null>()
    this.#links.set(number, { servers: [one.server, other.server], ended })
    try {
      const [end, otherEnd] = await connectedPair()
      give(one.server, { to: other.place, number }, end)
      give(other.server, { to: one.place, number }, otherEnd)
      return await promise
    } catch (error) {
      return String(error)
    } finally {
      this.#links.delete(number)
    }
  }
}

/** One that has ended meanwhile gets nothing; the other end closes then. */
function give(server: ChildProcess, link: { to: number; number: number }, end: Socket) {
  if (!server.connected) return void end.destroy()
  server.send({ type: 'link', ...link }, end, {}, (error) => error && end.destroy())
}

/**
 * Both ends of one connection, for two processes that this one has started. Nobody else can come
 * between: the port is open for this one connection, and any other is closed unread. It needs no
 * file, because a container may have nowhere to write one.
 */
export async function connectedPair(): Promise<[Socket, Socket]> {
  const server = createServer({ pauseOnConnect: true })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const one = connect((server.address() as AddressInfo).port, '127.0.0.1')
  // What is said first is for the process that gets this end.
  one.pause()
  try {
    const [other] = await Promise.all([accepted(server, one), once(one, 'connect')])
    return [one, other]
  } finally {
    server.close()
  }
}

function accepted(server: Server, one: Socket): Promise<Socket> {
  return new Promise((resolve, reject) => {
    one.once('error', reject)
    server.on('connection', (other) => {
      const settle = () =>
        other.remotePort === one.localPort ? resolve(other) : void other.destroy()
      if (one.connecting) one.once('connect', settle)
      else settle()
    })
  })
}
