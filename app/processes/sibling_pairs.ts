import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** Gives every two servers of a group a connection of their own. */
export class SiblingPairs {
  #connected = new WeakMap<ChildProcess, WeakSet<ChildProcess>>()

  /**
   * @param servers in their order; null for each that is not ready
   * @param failed called when two have to do without each other
   */
  connect(servers: readonly (ChildProcess | null)[], failed: (error: unknown) => void) {
    for (const [to, one] of servers.entries()) {
      for (const [from, other] of servers.slice(0, to).entries()) {
        if (!one || !other || !this.#isNew(one, other)) continue
        connectedPair().then(([end, otherEnd]) => {
          give(one, from, end)
          give(other, to, otherEnd)
        }, failed)
      }
    }
  }

  #isNew(one: ChildProcess, other: ChildProcess): boolean {
    const known = this.#connected.get(one) ?? new WeakSet()
    this.#connected.set(one, known)
    const isNew = !known.has(other)
    known.add(other)
    return isNew
  }
}

/** One that has ended meanwhile gets nothing; the other end closes then. */
function give(child: ChildProcess, to: number, end: Socket) {
  if (!child.connected) return void end.destroy()
  child.send({ type: 'link', to }, end, {}, (error) => error && end.destroy())
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
