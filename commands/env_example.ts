import { readFile, writeFile } from 'node:fs/promises'
import { BaseCommand } from '@adonisjs/core/ace'
import { envExample } from '#app/preflight/env_example'

/** Writes `.env.example` anew after a setting was added to docs/operating.md. */
export default class EnvExample extends BaseCommand {
  static override commandName = 'env:example'
  static override description = 'Write .env.example from the table of settings in docs/operating.md'

  override async run() {
    const document = await readFile(this.app.makePath('docs/operating.md'), 'utf8')
    await writeFile(this.app.makePath('.env.example'), envExample(document))
    this.logger.success('.env.example is written')
  }
}
