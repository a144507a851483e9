import { readFile } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import MiniSearch from 'minisearch'
import { singleton } from '#app/extension/singleton'
import {
  operationEntries,
  proseEntries,
  schemaEntries,
  type DocsEntry,
} from '#app/http/docs/docs_entries'
import { markdownFiles, pageOf } from '#app/http/docs/docs_files'
import { ApiDocument } from '#app/http/openapi/api_document'
import type { JsonSchema } from '#app/http/route_declaration'
import { StreamDocument } from '#app/realtime/stream_document'

/** Most results of a search. */
const SHOWN = 20
/** Words of a search that are looked for; each one more costs time, and tells little. */
const WORDS = 8
/** A shorter word is a beginning of too many others to be forgiven a letter. */
const FORGIVEN_FROM = 5

/**
 * The search over guides and reference. The index is made in memory when somebody searches first: it
 * takes a part of a second, and the documentation does not change while the process runs.
 */
@singleton()
export class DocsSearch {
  #index: Promise<MiniSearch<DocsEntry>> | null = null

  constructor(
    private reference: ApiDocument,
    private frames: StreamDocument
  ) {}

  /** What is found, best first: of all words together if there is any, or else of some of them. */
  async find(query: string): Promise<DocsEntry[]> {
    this.#index ??= this.#made().catch((error: unknown) => {
      // Kept, it would answer every search of this process with an error.
      this.#index = null
      throw error
    })
    const index = await this.#index
    const asked = query.split(/\s+/).slice(0, WORDS).join(' ')
    const all = index.search(asked, { combineWith: 'AND' })
    const found = all.length > 0 ? all : index.search(asked, { combineWith: 'OR' })
    return found.slice(0, SHOWN) as unknown as DocsEntry[]
  }

  async #made(): Promise<MiniSearch<DocsEntry>> {
    const api = JSON.parse(this.reference.text()) as JsonSchema
    const prose = [...(await markdownFiles())].map(async (file) =>
      proseEntries(pageOf(file), await readFile(app.makePath('docs', file), 'utf8'))
    )
    const entries = [
      ...(await Promise.all(prose)).flat(),
      ...operationEntries(api),
      ...schemaEntries(api, this.frames.document()),
    ]
    const index = new MiniSearch<DocsEntry>({
      idField: 'href',
      fields: ['title', 'page', 'says', 'text'],
      storeFields: ['href', 'title', 'page', 'says'],
      searchOptions: {
        boost: { title: 4, says: 2 },
        prefix: true,
        fuzzy: (word) => (word.length >= FORGIVEN_FROM ? 0.2 : false),
      },
    })
    index.addAll([...new Map(entries.map((entry) => [entry.href, entry])).values()])
    return index
  }
}
