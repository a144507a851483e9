import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

/** Headers that ask for another protocol; the rest of the request is complete without them. */
const ASKING = new Set(['upgrade', 'http2-settings'])

/**
 * Serves a request that offers an unknown protocol as if it had offered none, as RFC 9110 requires.
 * Java clients offer HTTP/2 with their first request. Node.js takes such a request off its parser
 * together with its body; this gives it back to the server as it came, without the offer.
 */
export function ignoreUpgrade(
  server: Server,
  request: IncomingMessage,
  socket: Duplex,
  rest: Buffer
) {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`]
  const { rawHeaders } = request
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name, value] = [rawHeaders[at]!, rawHeaders[at + 1]!]
    if (ASKING.has(name.toLowerCase())) continue
    lines.push(`${name}: ${name.toLowerCase() === 'connection' ? withoutOffer(value) : value}`)
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), rest]))
  server.emit('connection', socket)
}

function withoutOffer(connection: string): string {
  const options = connection.split(',').map((option) => option.trim())
  return options.filter((option) => !ASKING.has(option.toLowerCase())).join(', ') || 'keep-alive'
}
