import type { ChildProcess } from 'node:child_process'

/** What the runtime hands over: an accepted connection. Closing it twice does nothing. */
interface Connection {
  close(): void
}

/**
 * Connections on their way from the parent of a cluster to a server. The runtime closes the parent's
 * end of one when the server says that it has it. A server that dies before that says nothing, and
 * its caller would wait for ever on a connection that nobody reads: it is ended here instead.
 */
export class UntakenConnections {
  /** A server is handed one connection at a time. */
  #newest = new Map<ChildProcess, Connection>()

  /** @returns the same process */
  watch(server: ChildProcess): ChildProcess {
    const send = server.send.bind(server) as (message: object, ...rest: unknown[]) => boolean
    server.send = (message: object, connection?: unknown, ...rest: unknown[]) => {
      if (isConnection(connection)) this.#handed(server, connection)
      return send(message, connection, ...rest)
    }
    // Until its channel is closed too, the runtime takes it for alive.
    for (const end of ['exit', 'disconnect'] as const) server.on(end, () => this.#end(server))
    return server
  }

  /** One that a server refused, because it stops, is handed to another one. */
  #handed(server: ChildProcess, connection: Connection) {
    for (const [other, newest] of this.#newest) {
      if (newest === connection) this.#newest.delete(other)
    }
    this.#newest.set(server, connection)
  }

  #end(server: ChildProcess) {
    this.#newest.get(server)?.close()
    this.#newest.delete(server)
  }
}

function isConnection(value: unknown): value is Connection {
  return typeof (value as Partial<Connection> | null | undefined)?.close === 'function'
}
