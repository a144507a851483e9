import type { ApplicationService } from '@adonisjs/core/types'

/**
 * Ties this process to the launcher that forked it, if any: reports readiness over the IPC channel,
 * and stops when the channel closes, so that a killed launcher never leaves a server behind that
 * holds its port.
 */
export function attachToLauncher(app: ApplicationService, role: 'server' | 'worker') {
  const send = process.send?.bind(process)
  if (!send) return

  process.once('disconnect', () => stop(app))
  // The channel must not keep a process alive that has finished its work.
  process.channel?.unref()
  app.ready(() => {
    send({ type: 'ready', role })
  })
}

/**
 * Stops gracefully once booted. Before that there is nothing to finish, and the boot must not go
 * on.
 */
export function stop(app: ApplicationService) {
  if (app.isReady) void app.terminate()
  else process.exit(1)
}
