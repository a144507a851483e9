import type { Duplex } from 'node:stream'
import type { Socket } from 'node:net'

let boundMs: number | null = null

/**
 * From now on each new connection to the database ends, as if it had been lost, when nothing has come
 * over it for so long. A machine that loses its power or its network says nothing, and the system goes on
 * waiting for it for hours: what waits there would hold a lane, a job and its callers.
 *
 * @param ms null in a command, which may wait for its statements as long as they take
 */
export function endSilentConnections(ms: number | null): void {
  boundMs = ms
}

/** What `endSilentConnections` does to a new connection. */
export function endWhenSilent(stream: Duplex): void {
  if (boundMs === null) return
  const socket = stream as Socket
  const seconds = Math.ceil(boundMs / 1000)
  socket.setTimeout(boundMs, () => {
    const error = new Error(`The database has said nothing for ${seconds} s`)
    socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
  })
}
