import type { ApplicationService } from '@adonisjs/core/types'
import { ModuleHost } from '#app/extension/module_host'
import { addedPages } from './core/added_pages.ts'
import { consoleRoutes } from './http/routes.ts'
import { CONSOLE_GLOSSARY } from './http/glossary.ts'

/** Loads the console: pages for builders and operators, which use only the public API. */
export default class ConsoleProvider {
  constructor(protected app: ApplicationService) {}

  async boot() {
    const host = await this.app.container.make(ModuleHost)
    host.add({
      name: 'console',
      title: 'Console',
      glossary: CONSOLE_GLOSSARY,
      description: 'Pages for builders and operators; they use the public API only.',
      routes: consoleRoutes,
    })
    const { default: edge } = await import('edge.js')
    edge.mount('console', this.app.makePath('modules/console/views'))
  }

  /** All modules are known by now. A page that cannot be shown stops the start, which names it. */
  async start() {
    addedPages((await this.app.container.make(ModuleHost)).all())
  }
}
