import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on a free port of this machine, for as long as a test wants it. */
export abstract class LocalServer {
  readonly #server = createServer((request, response) => void this.#answer(request, response))

  protected abstract serve(request: IncomingMessage, response: ServerResponse): unknown

  async #answer(request: IncomingMessage, response: ServerResponse) {
    try {
      await this.serve(request, response)
    } catch (error) {
      // A caller that gave up before all was sent: nobody is left to answer.
      if (request.complete) throw error
      response.destroy()
    }
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
