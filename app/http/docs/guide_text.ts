import { Marked, type Tokens } from 'marked'

/** A page of prose, made of Markdown. */
export interface GuideText {
  title: string
  html: string
}

/** The anchor of a heading, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}

/**
 * Renders a file of `docs/`. The files are the service's own; HTML in them is shown as text all the
 * same.
 *
 * @param addressOf the address of what a link leads to; null when it has none here
 */
export function guideText(
  markdown: string,
  addressOf: (target: string) => string | null
): GuideText {
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? ''
  const writer = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const inside = this.parser.parseInline(tokens)
        return `<h${depth} id="${anchorOf(text)}">${inside}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const inside = this.parser.parseInline(tokens)
        const address = addressOf(href)
        return address === null ? inside : `<a href="${escaped(address)}">${inside}</a>`
      },
      table(token: Tokens.Table) {
        const cells = (row: Tokens.TableCell[], tag: string) =>
          `<tr>${row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
        const head = `<thead>${cells(token.header, 'th')}</thead>`
        const body = token.rows.map((row) => cells(row, 'td')).join('')
        return `<div class="scroll" tabindex="0"><table>${head}<tbody>${body}</tbody></table></div>\n`
      },
      code({ text, lang }) {
        const kind = lang ? ` class="${escaped(lang)}"` : ''
        return `<pre tabindex="0"${kind}><code>${escaped(text)}</code></pre>\n`
      },
      html: ({ text }) => escaped(text),
    },
  })
  return { title, html: writer.parse(markdown, { async: false }) }
}

/** Text of the documents as HTML: they are written in Markdown. */
export function proseOf(text: string): string {
  return guideText(text, (target) => target).html
}

/** One sentence, whose names stand between backticks. */
export function sentenceOf(text: string): string {
  return escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, (character) => entities[character]!)
}
