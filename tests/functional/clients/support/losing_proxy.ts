import { createServer, request as ask, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { BASE_URL } from '#tests/support/client'

/** Whether the answer to a request is lost: it has been executed, and the connection breaks. */
type Loses = (request: { method: string; path: string }, times: number) => boolean

/**
 * What comes of a lost answer. Whoever is not told its length takes a half for the whole; a page is
 * what somebody on the way says in its place.
 */
type Leaves = 'nothing' | 'half' | 'page'

const headOf = (type: string) =>
  `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\nconnection: close\r\n\r\n`

/** Stands between a client and the service, and loses answers. */
export class LosingProxy {
  /** The `Idempotency-Key` of each request that it let through, by method and path. */
  readonly keys = new Map<string, (string | undefined)[]>()
  #server: Server
  #sockets = new Set<Socket>()

  private constructor(
    private loses: Loses,
    private leaves: Leaves
  ) {
    this.#server = createServer((request, response) => {
      const { method = '', url = '', headers } = request
      const name = `${method} ${url.split('?')[0]}`
      const keys = [
        ...(this.keys.get(name) ?? []),
        headers['idempotency-key'] as string | undefined,
      ]
      this.keys.set(name, keys)
      const options = { method, headers, agent: false }
      const onward = ask(`${BASE_URL}${url}`, options, async (answer: IncomingMessage) => {
        const body = Buffer.concat(await answer.toArray())
        const isLost = this.loses({ method, path: url.split('?')[0]! }, keys.length)
        if (isLost) this.#lose(request.socket, body)
        else response.writeHead(answer.statusCode!, answer.headers).end(body)
      })
      onward.on('error', () => request.socket.destroy())
      request.pipe(onward)
    })
    this.#server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) =>
      this.#tunnel(request, socket, head)
    )
  }

  static async open(loses: Loses, leaves: Leaves = 'nothing'): Promise<LosingProxy> {
    const proxy = new LosingProxy(loses, leaves)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Breaks every open WebSocket. */
  breakStreams() {
    for (const socket of this.#sockets) socket.destroy()
  }

  close() {
    this.breakStreams()
    this.#server.closeAllConnections()
    this.#server.close()
  }

  #lose(socket: Socket, body: Buffer) {
    if (this.leaves === 'nothing') {
      socket.destroy()
    } else if (this.leaves === 'half') {
      socket.write(headOf('application/json'))
      socket.end(body.subarray(0, body.length / 2))
    } else socket.end(`${headOf('text/html')}<h1>Sign in to the network</h1>`)
  }

  #tunnel({ url, rawHeaders }: IncomingMessage, client: Socket, head: Buffer) {
    const { hostname, port } = new URL(BASE_URL)
    const service = connect(Number(port), hostname, () => {
      const lines = [`GET ${url} HTTP/1.1`]
      for (let at = 0; at < rawHeaders.length; at += 2) {
        lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
      }
      service.write(`${lines.join('\r\n')}\r\n\r\n`)
      service.write(head)
      client.pipe(service).pipe(client)
    })
    for (const [socket, other] of [
      [client, service],
      [service, client],
    ] as const) {
      this.#sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        this.#sockets.delete(socket)
        other.destroy()
      })
    }
  }
}
