import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { Probes } from '#app/observability/probes'
import { LIMITS } from '#app/limits'

interface Answer {
  status: number
  contentType: string
  text: string
}

/**
 * The port of a single process, for those who ask about that one: the same `/health/live`, `/health/ready` and `/metrics`
 * as the service's, and nothing else. Without it nobody could tell a worker that hangs from one that
 * works, nothing that happens in a worker would ever be counted, and several servers behind one port
 * would be asked in turn.
 */
@singleton()
export class ProbeServer {
  #server: Server | null = null

  constructor(
    private probes: Probes,
    private log: Logger
  ) {}

  /**
   * @param port 0 takes any free one
   * @returns the port it listens on
   * @throws Error when the port is taken or forbidden
   */
  async listen(host: string, port: number): Promise<number> {
    const server = createServer((request, response) => void this.#handle(request, response))
    server.requestTimeout = LIMITS.httpRequestTimeoutMs
    server.headersTimeout = LIMITS.httpHeadersTimeoutMs
    // In a cluster the parent would give the port to all servers.
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
    this.#server = server
    return (server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    const server = this.#server
    this.#server = null
    if (!server) return
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, contentType, text } = await this.#answer(request).catch((error: unknown) => {
      this.log.error({ err: error }, 'a probe failed')
      return json(500, { status: 'down' })
    })
    // A body would be waited for; nothing here takes one.
    response.writeHead(status, { 'content-type': contentType, 'connection': 'close' }).end(text)
  }

  async #answer({ method, url, headers }: IncomingMessage): Promise<Answer> {
    const path = url?.split('?')[0]
    if (method !== 'GET') return NOT_FOUND
    if (path === '/health/live') return json(200, { status: 'ok' })
    if (path === '/health/ready') {
      const { status, body } = await this.probes.ready(headers.authorization)
      return json(status, body)
    }
    const found = path === '/metrics' ? await this.probes.metrics(headers.authorization) : null
    return found ? { status: 200, ...found } : NOT_FOUND
  }
}

function json(status: number, body: unknown): Answer {
  return { status, contentType: 'application/json; charset=utf-8', text: JSON.stringify(body) }
}

const NOT_FOUND = json(404, {
  success: false,
  error: {
    code: 'NOT_FOUND',
    message: 'This port answers GET /health/live, /health/ready and /metrics only.',
  },
})
