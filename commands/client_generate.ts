import { writeFile } from 'node:fs/promises'
import { BaseCommand } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { ApiDocument } from '#app/http/openapi/api_document'
import { StreamDocument } from '#app/realtime/stream_document'

interface Generator {
  generate(document: object, stream: object): Promise<Record<string, string>>
}

/** Writes the generated files of the TypeScript client; whoever changes the API runs it. */
export default class ClientGenerate extends BaseCommand {
  static override commandName = 'client:generate'
  static override description =
    'Write what clients/typescript has from the documents of the API and of the stream'
  /** The routes are there once the application has started. */
  static override options: CommandOptions = { startApp: true }

  override async run() {
    // By its address: the generator is no part of an installation that only runs the service.
    const address = this.app.makeURL('clients/typescript/generator/generate.js').href
    const { generate } = (await import(address)) as Generator
    const document = await this.app.container.make(ApiDocument)
    const stream = await this.app.container.make(StreamDocument)
    const files = await generate(JSON.parse(document.text()) as object, stream.document())
    for (const [name, text] of Object.entries(files)) {
      const file = `clients/typescript/src/generated/${name}`
      await writeFile(this.app.makePath(file), text)
      this.logger.action(`update ${file}`).succeeded()
    }
  }
}
