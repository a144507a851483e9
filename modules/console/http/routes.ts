import type { HttpRouterService } from '@adonisjs/core/types'
import { access } from '#app/http/access'

const ConsoleController = () => import('./console_controller.ts')
const AssetsController = () => import('./assets_controller.ts')

const PAGE = [{ type: 'string' }, 'text/html'] as const

export function consoleRoutes(router: HttpRouterService) {
  // This route comes before the pages, whose pattern would match it.
  router
    .get('/console/assets/*', [AssetsController, 'show'])
    .operationId('getConsoleAsset')
    .access(access.public())
    .summary('The scripts and styles of the console')
    .answers(200, 'A file', { type: 'string' }, 'text/javascript')
    .refuses('NOT_FOUND')
  router
    .get('/console', [ConsoleController, 'index'])
    .operationId('openConsole')
    .access(access.public())
    .summary('The console; whoever is not signed in is sent to sign in')
    .answers(200, 'A page', ...PAGE)
  router
    .get('/console/*', [ConsoleController, 'room'])
    .operationId('openConsolePage')
    .access(access.public())
    .summary('A page of the console')
    .answers(200, 'A page', ...PAGE)
}
