import cluster from 'node:cluster'
import type { ApplicationService } from '@adonisjs/core/types'
import { LIMITS } from '#app/limits'
import { endsInTime } from '#app/processes/ending'
import { hearOfSiblings } from '#app/processes/siblings'

/**
 * Ties this process to the launcher or to the parent of a process group that forked it, if any: it
 * stops when the channel closes, so that a killed launcher never leaves a server behind that holds
 * its port. A server says over the channel that it is ready; a worker is a command, which begins its
 * work when the application is ready, and says so itself.
 */
export function attachToLauncher(app: ApplicationService, role: 'server' | 'worker') {
  if (!process.send) return
  process.once('disconnect', () => stop(app))
  // The channel must not keep a process alive that has finished its work. Until then a server that
  // shares its port gets its connections by it.
  if (cluster.isWorker) app.terminating(() => process.channel?.unref())
  else process.channel?.unref()
  hearOfSiblings()
  if (role === 'server') app.ready(() => tellReady(role))
}

/** Says that this process answers at its ports. */
export function tellReady(role: 'server' | 'worker') {
  if (process.connected) process.send!({ type: 'ready', role })
}

/** What a process that has ended its work may still hold, such as a job that was handed back. */
const LAST_MS = 1000

/**
 * Stops gracefully once booted. Before that there is nothing to finish, and the boot must not go
 * on. An application that does not stop says what it waits for, and the process ends as it is.
 */
export function stop(app: ApplicationService) {
  if (app.isReady) void ended(app)
  else process.exit(1)
}

async function ended(app: ApplicationService): Promise<void> {
  const log = await app.container.make('logger')
  const bound = { ms: LIMITS.stopMs, log }
  if (await endsInTime('the application', app.terminate(), bound)) endSoon()
  else process.exit(1)
}

/** A process that nothing holds ends before the timer does, which holds it neither. */
function endSoon() {
  setTimeout(() => process.exit(), LAST_MS).unref()
}
