import { ModuleHost } from '#app/extension/module_host'
import { singleton } from '#app/extension/singleton'
import { ErrorCatalogue } from '#app/http/errors/catalogue'
import { installation } from '#app/http/installation'
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
    const { name: title, url } = installation()
    this.#text ??= JSON.stringify(
      openApiDocument(this.modules.all(), this.catalogue, { title, url })
    )
    return this.#text
  }
}
