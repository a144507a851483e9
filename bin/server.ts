import 'reflect-metadata'
import { Ignitor, prettyPrintError } from '@adonisjs/core'
import { attachToLauncher } from '#app/observability/launcher_channel'

const APP_ROOT = new URL('../', import.meta.url)

new Ignitor(APP_ROOT, { importer: (path) => import(path) })
  .tap((app) => {
    app.booting(async () => {
      await import('#start/env')
    })
    app.listen('SIGTERM', () => app.terminate())
    app.listen('SIGINT', () => app.terminate())
    attachToLauncher(app, 'server')
  })
  .httpServer()
  .start()
  .catch((error) => {
    process.exitCode = 1
    prettyPrintError(error)
  })
