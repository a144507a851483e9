const ROW = /^\| ((?:`[A-Z][A-Z_]*`(?:, | or )?)+) \| (.+) \|$/gm
const NAME = /`([A-Z][A-Z_]*)`/g
const WIDTH = 98

/**
 * The lines of `.env.example`: every setting that the table of docs/operating.md explains, with what
 * it says. All of them are comments, so that a copy changes nothing until a line is filled in.
 *
 * @param document the text of docs/operating.md
 */
export function envExample(document: string): string {
  const [table = ''] = document.split(/^## Going to production/m)
  const settings = [...table.matchAll(ROW)].map(([, names = '', meaning = '']) => {
    const lines = [...names.matchAll(NAME)].map(([, name]) => `#${name}=`)
    return [...wrapped(meaning.replaceAll('`', '')), ...lines].join('\n')
  })
  return `# Settings of the service, written by "node ace env:example" from docs/operating.md.\n\n${settings.join('\n\n')}\n`
}

/** A comment, as long as a line may be. */
function wrapped(text: string): string[] {
  const lines: string[] = []
  let line = '#'
  for (const word of text.split(' ')) {
    if (line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = '#'
    }
    line += ` ${word}`
  }
  return [...lines, line]
}
