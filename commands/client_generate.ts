import { writeFile } from 'node:fs/promises'
import { BaseCommand } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { ApiDocument } from '#app/http/openapi/api_document'
import { StreamDocument } from '#app/realtime/stream_document'

interface Generator {
  generate(document: object, stream: object): Promise<Record<string, string>>
  changingMethods(document: object): string
}

/** Writes the generated files of the TypeScript client; whoever changes the API runs it. */
export default class ClientGenerate extends BaseCommand {
  static override commandName = 'client:generate'
  static override description =
    'Write what the TypeScript client and the console have from the documents of the service'
  /** The routes are there once the application has started. */
  static override options: CommandOptions = { startApp: true }

  override async run() {
    // By its address: the generator is no part of an installation that only runs the service.
    const address = this.app.makeURL('clients/typescript/generator/generate.js').href
    const { generate, changingMethods } = (await import(address)) as Generator
    const api = await this.app.container.make(ApiDocument)
    const document = JSON.parse(api.text()) as object
    const stream = await this.app.container.make(StreamDocument)
    const files = await generate(document, stream.document())
    for (const [name, text] of Object.entries(files)) {
      await this.#write(`clients/typescript/src/generated/${name}`, text)
    }
    await this.#write('modules/console/core/client_methods.ts', changingMethods(document))
  }

  async #write(file: string, text: string) {
    await writeFile(this.app.makePath(file), text)
    this.logger.action(`update ${file}`).succeeded()
  }
}
