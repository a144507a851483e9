import { appName, appUrl } from '#config/app'
import { ModuleHost } from '#app/extension/module_host'
import { singleton } from '#app/extension/singleton'
import { ErrorCatalogue } from '#app/http/errors/catalogue'
import { openApiDocument } from '#app/http/openapi/document'

/** The OpenAPI document as text, made once when all routes are registered. */
@singleton()
export class ApiDocument {
  #text: string | null = null

  constructor(
    private modules: ModuleHost,
    private catalogue: ErrorCatalogue
  ) {}

  text(): string {
    const service = { title: appName, url: appUrl }
    this.#text ??= JSON.stringify(openApiDocument(this.modules.all(), this.catalogue, service))
    return this.#text
  }
}
