import { once } from 'node:events'
import type { HttpContext } from '@adonisjs/core/http'
import { LIMITS } from '#app/limits'

/**
 * Drops a body that was not read, once its request is answered. A client that is still sending
 * hears the answer only when its bytes are received, so they are, up to a limit; past it the
 * connection is closed, because a client could send for ever.
 *
 * @param closes whether the connection ends once the body is received and the answer sent
 * @returns whether there is one: an answer that closes the connection would be lost then
 */
export function letGoOfBody({ request, response }: HttpContext, closes: boolean): boolean {
  const incoming = request.request
  if (incoming.complete || !request.hasBody()) return false
  const { socket } = incoming
  if (closes) {
    const ends = [once(incoming, 'end'), once(response.response, 'finish')]
    // One that fails has closed the connection.
    Promise.all(ends).then(
      () => socket.destroySoon(),
      () => {}
    )
  }
  const deadline = setTimeout(() => socket.destroySoon(), LIMITS.unreadBodyMs)
  let left: number = LIMITS.unreadBodyBytes
  incoming.on('data', ({ length }: Buffer) => {
    if (left >= 0 && (left -= length) < 0) socket.destroySoon()
  })
  incoming.once('close', () => clearTimeout(deadline))
  incoming.resume()
  return true
}

/**
 * How many bytes of a body would be received if it were refused unread; one of unknown length may
 * be the largest.
 */
export function announcedBytes({ request }: HttpContext): number {
  if (!request.hasBody()) return 0
  const length = Number(request.header('content-length') ?? LIMITS.requestBodyBytes)
  return Math.min(length, LIMITS.unreadBodyBytes)
}
