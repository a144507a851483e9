import { deflateSync, inflateSync } from 'node:zlib'
import { ModuleHost } from '#app/extension/module_host'
import { singleton } from '#app/extension/singleton'
import { ErrorCatalogue } from '#app/http/errors/catalogue'
import { installation } from '#app/http/installation'
import { openApiDocument } from '#app/http/openapi/document'

/** The OpenAPI document as text, made once when all routes are registered. */
@singleton()
export class ApiDocument {
  /** The text takes 2 MB, and most servers are never asked for it. */
  #compressed: Buffer | null = null
  #text: string | null = null

  constructor(
    private modules: ModuleHost,
    private catalogue: ErrorCatalogue
  ) {}

  /**
   * Makes the document, if that has not been done.
   *
   * @throws Error when a route names an error code that the catalogue does not have
   */
  made(): Buffer {
    return (this.#compressed ??= deflateSync(JSON.stringify(this.#document())))
  }

  text(): string {
    return (this.#text ??= inflateSync(this.made()).toString())
  }

  #document() {
    const { name: title, url } = installation()
    return openApiDocument(this.modules.all(), this.catalogue, { title, url })
  }
}
