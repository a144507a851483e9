import { appUrl } from '#config/app'
import type { ModuleHost } from '#app/extension/module_host'
import type { ErrorCatalogue } from '#app/http/errors/catalogue'
import { openApiDocument } from '#app/http/openapi/document'

/** The OpenAPI document as text, made once when all routes are there. */
export class ApiDocument {
  #text: string | null = null

  constructor(
    private modules: ModuleHost,
    private catalogue: ErrorCatalogue
  ) {}

  text(): string {
    this.#text ??= JSON.stringify(openApiDocument(this.modules.all(), this.catalogue, appUrl))
    return this.#text
  }
}
