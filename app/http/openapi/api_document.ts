import { ModuleHost } from '#app/extension/module_host'
import { singleton } from '#app/extension/singleton'
import { ErrorCatalogue } from '#app/http/errors/catalogue'
import { installation } from '#app/http/installation'
import { openApiDocument } from '#app/http/openapi/document'

/** The OpenAPI document as text, kept from when somebody asks for it first. */
@singleton()
export class ApiDocument {
  #text: string | null = null

  constructor(
    private modules: ModuleHost,
    private catalogue: ErrorCatalogue
  ) {}

  text(): string {
    return (this.#text ??= JSON.stringify(this.#make()))
  }

  /** @throws Error when a route names an error code that the catalogue does not have */
  check() {
    this.#make()
  }

  #make() {
    const { name: title, url } = installation()
    return openApiDocument(this.modules.all(), this.catalogue, { title, url })
  }
}
