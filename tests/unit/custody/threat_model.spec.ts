import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from '@japa/runner'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const MODEL = join(ROOT, 'modules/custody/docs/threat_model.md')
const FOLDERS = [
  'tests/functional/approvals',
  'tests/functional/custody',
  'tests/unit/custody',
  'modules/custody/contracts/test',
]

function textOf(file: string): string | null {
  for (const folder of FOLDERS) {
    const found = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    const path = found.find((each) => each === file || each.endsWith(`/${file}`))
    if (path) return readFileSync(join(ROOT, folder, path), 'utf8')
  }
  return null
}

test.group('custody | threat model', () => {
  test('each row names a test, and that test is there', ({ assert }) => {
    const rows = readFileSync(MODEL, 'utf8')
      .split('\n')
      .filter((line) => /^\| (?!Thief|-)/.test(line))
    assert.isAbove(rows.length, 12)
    const missing = rows.filter((row) => {
      const [, file, title] = /`([\w.]+)`: ([^|]+?) \|$/.exec(row) ?? []
      const text = file && textOf(file)
      const name = title?.startsWith('test_') ? `function ${title}(` : `test('${title}'`
      return !text || !text.includes(name)
    })
    assert.deepEqual(missing, [])
  })
})
