import { marked } from 'marked'
import type { FieldRow } from '#app/http/docs/field_rows'
import { anchorOf } from '#app/http/docs/guide_text'
import { referenceParts, schemaPage } from '#app/http/docs/reference_text'
import { streamText } from '#app/http/docs/stream_text'
import type { JsonSchema } from '#app/http/route_declaration'

/** A part of the documentation that a search can lead to. */
export interface DocsEntry {
  /** Its address, with its anchor. */
  href: string
  title: string
  /** The page that it is a part of. */
  page: string
  /** What it says, in a line. */
  says: string
  /** Everything that it says. */
  text: string
}

const EXCERPT = 180

/** The operations of the API: name, address, fields and answers. */
export function operationEntries(document: JsonSchema): DocsEntry[] {
  return referenceParts(document).flatMap(({ slug, title: page, operations }) =>
    operations.map(({ id, method, path, summary, parameters, body, answers }) => ({
      href: `/docs/reference/${slug}#${id}`,
      title: `${method} ${path}`,
      page,
      says: summary,
      text: [
        words(id),
        ...[...parameters, ...body].map(fieldText),
        ...answers.map(({ status, says, more }) => `${status} ${says} ${more}`),
      ].join(' '),
    }))
  )
}

/** Named schemas and the frames of the stream. */
export function schemaEntries(api: JsonSchema, stream: JsonSchema): DocsEntry[] {
  const { asked, frames } = streamText(stream)
  const entry = (href: string, page: string, name: string, fields: FieldRow[], says: string) => ({
    href: `${href}#${name}`,
    title: name,
    page,
    says,
    text: [words(name), ...fields.map(fieldText)].join(' '),
  })
  return [
    ...schemaPage(stream, api).schemas.map(({ name, fields }) =>
      entry('/docs/schemas', 'Schemas', name, fields, shortened(fields.map(nameOf).join(', ')))
    ),
    ...[...asked, ...frames].map(({ name, fields, summary }) =>
      entry('/docs/stream', 'Stream', name, fields, summary)
    ),
  ]
}

/** The parts of a page of Markdown, from one heading to the next. */
export function proseEntries(address: string, markdown: string): DocsEntry[] {
  const entries: DocsEntry[] = []
  for (const token of marked.lexer(markdown)) {
    if (token.type === 'heading') {
      const title = token.text.replaceAll('`', '')
      const page = entries[0]?.title ?? title
      entries.push({ href: `${address}#${anchorOf(token.text)}`, title, page, says: '', text: '' })
      continue
    }
    const entry = entries.at(-1)
    if (!entry) continue
    if (entry.says === '' && token.type === 'paragraph') entry.says = shortened(plain(token.text))
    entry.text += ` ${plain(token.raw)}`
  }
  return entries
}

const nameOf = ({ name }: FieldRow) => name

const fieldText = ({ name, meaning }: FieldRow) => `${name} ${words(name)} ${meaning}`

/** `createTransfer` is found by `transfer`, too. */
const words = (name: string) => `${name} ${name.replace(/([a-z])([A-Z])/g, '$1 $2')}`

/** Without the marks of links and code. */
const plain = (markdown: string) =>
  markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*|]/g, '')

function shortened(text: string): string {
  if (text.length <= EXCERPT) return text
  return `${text.slice(0, text.lastIndexOf(' ', EXCERPT))} …`
}
