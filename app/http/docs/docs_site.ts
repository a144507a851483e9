import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import app from '@adonisjs/core/services/app'
import { singleton } from '#app/extension/singleton'
import { markdownFiles, pageOf } from '#app/http/docs/docs_files'
import { guideText, proseOf } from '#app/http/docs/guide_text'
import { referenceParts, schemaPage } from '#app/http/docs/reference_text'
import { streamText } from '#app/http/docs/stream_text'
import { ApiDocument } from '#app/http/openapi/api_document'
import type { JsonSchema } from '#app/http/route_declaration'
import { StreamDocument } from '#app/realtime/stream_document'

/** A page as it is sent. */
export interface SentPage {
  html: Buffer
  gzipped: Buffer
  etag: string
}

/** Draws a template of `resources/views/docs`. */
type Draw = (template: string, state: Record<string, unknown>) => Promise<string>

const compress = promisify(gzip)

/** A line of the table of guides in `docs/guides/README.md`. */
const GUIDE_ROW = /^\| \[(.+?)\]\((\w+)\.md\) \| (.+) \|$/gm

/**
 * The pages under `/docs`: guides, reference and stream. Each is drawn once, when somebody asks for
 * it first, and is plain HTML: a reader needs no script, and nothing but the page and its style is
 * loaded.
 */
@singleton()
export class DocsSite {
  #pages = new Map<string, Promise<SentPage | null>>()
  #files: Promise<Set<string>> | null = null

  constructor(
    private reference: ApiDocument,
    private frames: StreamDocument
  ) {}

  /**
   * @param path what stands behind `/docs/`; empty for the first page
   * @returns null when there is no such page
   */
  async page(path: string, draw: Draw): Promise<SentPage | null> {
    const known = this.#pages.get(path)
    if (known) return known
    const drawn = this.#draw(path, draw).then((html) => (html === null ? null : sent(html)))
    // What does not exist is not kept: there is no end of such addresses.
    if ((await drawn) !== null) this.#pages.set(path, drawn)
    return drawn
  }

  async #draw(path: string, draw: Draw): Promise<string | null> {
    const document = JSON.parse(this.reference.text()) as JsonSchema
    const [folder, name = ''] = path.split('/')
    if (path === '') return draw('docs/index', await this.#index(document))
    if (path === 'stream') return draw('docs/stream', streamText(this.frames.document()))
    if (path === 'schemas')
      return draw('docs/schemas', schemaPage(this.frames.document(), document))
    if (folder === 'reference') {
      const part = referenceParts(document).find(({ slug }) => slug === name)
      return part ? draw('docs/reference', { title: part.title, part }) : null
    }
    const file = folder === 'guides' ? `guides/${name || 'README'}.md` : `${path}.md`
    if (!(await this.#known()).has(file)) return null
    const text = await readFile(app.makePath('docs', file), 'utf8')
    const files = await this.#known()
    return draw('docs/guide', { ...guideText(text, (target) => addressOf(target, file, files)) })
  }

  async #index(document: JsonSchema) {
    const table = await readFile(app.makePath('docs/guides/README.md'), 'utf8')
    const guides = [...table.matchAll(GUIDE_ROW)].map(([, title, name, says]) => ({
      title,
      href: `/docs/guides/${name}`,
      says,
    }))
    const { description } = document.info as { description: string }
    return {
      title: 'Documentation',
      guides,
      about: proseOf(description),
      parts: referenceParts(document),
    }
  }

  #known(): Promise<Set<string>> {
    return (this.#files ??= markdownFiles())
  }
}

/** Where a link of a file under `docs/` leads on this site. */
function addressOf(target: string, file: string, files: Set<string>): string | null {
  if (/^(https?:|#|\/)/.test(target)) return target
  const { pathname, hash: anchor } = new URL(target, `http://docs/${file}`)
  const wanted = pathname.slice(1)
  if (!files.has(wanted)) return null
  return `${pageOf(wanted)}${anchor}`
}

async function sent(html: string): Promise<SentPage> {
  const bytes = Buffer.from(html)
  const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`
  return { html: bytes, gzipped: await compress(bytes), etag }
}
