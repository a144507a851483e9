import type { ApplicationService } from '@adonisjs/core/types'
import type { ObservabilityConfig } from '#app/observability/inside'
import { ProbeServer } from '#app/observability/probe_server'

/**
 * Lets a process tell of its health and figures at a port of its own, until it stops.
 *
 * @returns where, or null when it was told to stop meanwhile
 * @throws Error when the port is taken or forbidden
 */
export async function openProbes(app: ApplicationService, port: number): Promise<string | null> {
  const { host } = app.config.get<ObservabilityConfig>('observability')
  const probes = await app.container.make(ProbeServer)
  const opened = await probes.listen(host, port)
  // Whoever was told to stop meanwhile calls no more hooks.
  if (app.isTerminating || app.isTerminated) {
    await probes.close()
    return null
  }
  app.terminating(() => probes.close())
  return `http://${host}:${opened}`
}
