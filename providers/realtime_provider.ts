import type { ApplicationService } from '@adonisjs/core/types'
import { onNodeServer } from '#app/http/node_server'
import { gaugeOf } from '#app/observability/instruments'
import { Metrics } from '#app/observability/metrics'
import type { QueueConfig } from '#app/queue/queue_host'
import { SocketServer } from '#app/realtime/socket_server'
import { socketTerms } from '#app/realtime/socket_terms'
import { Wakes } from '#app/realtime/wakes'

/** Binds the wakes between processes, and the WebSocket server of those that serve requests. */
export default class RealtimeProvider {
  #sockets: SocketServer | null = null

  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(Wakes, async (resolver) => {
      const config = this.app.config.get<QueueConfig>('queue')
      return new Wakes(config, await resolver.make('logger'))
    })
  }

  async boot() {
    const metrics = await this.app.container.make(Metrics)
    const help = 'Open WebSocket connections, known and silent ones.'
    metrics.register([
      gaugeOf({ name: 'realtime_connections', help }, () => this.#sockets?.size ?? 0),
    ])
  }

  async start() {
    const environment = this.app.getEnvironment()
    if (environment !== 'web' && environment !== 'test') return
    const { container } = this.app
    const server = await container.make('server')
    const sockets = new SocketServer(await socketTerms(container))
    onNodeServer(server, (nodeServer) => sockets.attach(nodeServer))
    this.#sockets = sockets
  }

  /**
   * Registered last, so that it runs first: the framework waits for every open connection, and only
   * this service keeps these open. `shutdown` would come after that wait.
   */
  async ready() {
    const sockets = this.#sockets
    if (sockets) this.app.terminating(() => sockets.close())
  }

  async shutdown() {
    const { container } = this.app
    if (container.hasBinding(Wakes)) await (await container.make(Wakes)).close()
  }
}
