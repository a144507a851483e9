import { glob, readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'

const EXPORT =
  /^export (?:abstract |async )*(?:class|const|enum|function\*?|interface|let|type) (\w+)/gm

/** The rooms whose files share one set of names. The offline verifier shares nothing with its module. */
function roomOf(file: string): string {
  return /^(app|modules\/ledger\/verifier|modules\/\w+)\//.exec(file)![1]!
}

/** Names that two files of one room export, each with the files. */
function sharedNames(texts: ReadonlyMap<string, string>): string[] {
  const places = new Map<string, string[]>()
  for (const [file, text] of texts) {
    for (const name of new Set([...text.matchAll(EXPORT)].map(([, found]) => found!))) {
      const key = `${roomOf(file)} ${name}`
      places.set(key, [...(places.get(key) ?? []), file])
    }
  }
  return [...places].filter(([, files]) => files.length > 1).map((place) => place.flat().join(' '))
}

test.group('code base | names', () => {
  test('two exports of one name are seen within a module, not between two', ({ assert }) => {
    const planted = new Map([
      ['app/http/one.ts', 'export interface Row {}\n'],
      ['modules/auth/core/one.ts', 'export async function read() {}\nexport type Row = string\n'],
      ['modules/auth/storage/two.ts', 'export const read = 1\nexport abstract class Row {}\n'],
      ['modules/ledger/core/one.ts', 'export const read = 1\n'],
      ['modules/ledger/verifier/two.ts', 'const Row = 1\nexport function* read() {}\n'],
    ])
    const both = 'modules/auth/core/one.ts modules/auth/storage/two.ts'
    assert.deepEqual(sharedNames(planted), [
      `modules/auth read ${both}`,
      `modules/auth Row ${both}`,
    ])
  })

  test('no two exports of one module share a name', async ({ assert }) => {
    const texts = new Map<string, string>()
    for await (const file of glob('{app,modules}/**/*.ts', { cwd: app.makePath() })) {
      texts.set(file, await readFile(app.makePath(file), 'utf8'))
    }
    assert.isAbove(texts.size, 500)
    assert.deepEqual(sharedNames(texts), [])
  })
})
