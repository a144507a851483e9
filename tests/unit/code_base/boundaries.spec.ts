import { execFile } from 'node:child_process'
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { test } from '@japa/runner'
import { ESLint } from 'eslint'
import app from '@adonisjs/core/services/app'

/** Lints a text as if it stood in a file of the project. */
async function lint(filePath: string, code: string): Promise<string[]> {
  const eslint = new ESLint({ cwd: app.makePath() })
  const [result] = await eslint.lintText(code, { filePath: app.makePath(filePath) })
  return result!.messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)
}

type Style = 'relative' | 'type-only' | 'alias'

/** Words that only modules know. `position` is also a place in a list. */
const OF_MODULES =
  /venue|vault|liquidat|hyperliquid|exchange|markets?\b|\bperp|leverage|positions\b|trad(e|ing)\b|custod|boundar|co-?sign|settlement|\brails?\b|deposit|withdraw|payment|payout/gi

const PLANTED = 'tmp/planted_graph'

/** Imports that the laws of the code base refuse: importing file, imported one, how, and the law. */
const REFUSED: [file: string, imported: string, style: Style, law: string][] = [
  ['app/http', 'modules/ledger/index.ts', 'alias', 'host-knows-no-module'],
  ['app/http', 'modules/ledger/index.ts', 'relative', 'host-knows-no-module'],
  ['config', 'modules/venue/settings.ts', 'type-only', 'host-knows-no-module'],
  ['app/http', 'config/app.ts', 'relative', 'settings-come-from-the-framework'],
  ['commands', 'modules/ledger/services/a.ts', 'alias', 'host-knows-no-module'],
  ['bin', 'modules/ledger/index.ts', 'relative', 'host-knows-no-module'],
  ['app/http', 'providers/host_provider.ts', 'alias', 'rooms-know-no-frame'],
  ['app/http', 'start/env.ts', 'relative', 'rooms-know-no-frame'],
  ['modules/added/services', 'providers/modules_provider.ts', 'type-only', 'rooms-know-no-frame'],
  ['modules/added/commands', 'commands/make_module.ts', 'relative', 'rooms-know-no-frame'],
  ['modules/added/services', 'tests/support/client.ts', 'alias', 'service-knows-no-test'],
  ['providers', 'tests/support/client.ts', 'relative', 'service-knows-no-test'],
  ['exports', 'modules/ledger/services/a.ts', 'alias', 'exports-show-faces'],
  ['exports', 'modules/custody/index.ts', 'type-only', 'exports-show-faces'],
  ['modules/venue/services', 'exports/module.ts', 'relative', 'exports-are-for-packages'],
  ['modules/auth/services', 'modules/ledger/index.ts', 'alias', 'auth-knows-no-module'],
  ['modules/ledger/services', 'modules/custody/index.ts', 'type-only', 'ledger-knows-only-auth'],
  ['modules/custody/services', 'modules/venue/index.ts', 'alias', 'modules-meet-at-faces'],
  ['modules/custody/services', 'modules/ledger/services/a.ts', 'relative', 'modules-meet-at-faces'],
  ['modules/added/services', 'modules/ledger/services/a.ts', 'alias', 'modules-meet-at-faces'],
  ['modules/added/services', 'modules/ledger/services/a.ts', 'type-only', 'modules-meet-at-faces'],
  ['app/http', 'modules/ledger/extension/a.ts', 'type-only', 'host-knows-no-module'],
  ['modules/auth/services', 'modules/ledger/extension/a.ts', 'type-only', 'auth-knows-no-module'],
  ['modules/added/services', 'modules/custody/extension/a.ts', 'alias', 'modules-meet-at-faces'],
  ['modules/added/services', 'modules/ledger/extension/a.ts', 'relative', 'others-by-alias'],
  ['modules/ledger/extension', 'modules/ledger/core/a.ts', 'type-only', 'contracts-stand-alone'],
  ['modules/venue/core', 'app/storage/database.ts', 'type-only', 'core-is-pure'],
  ['modules/venue/core', '@adonisjs/core/http', 'type-only', 'core-is-pure'],
  ['modules/ledger/core', 'modules/ledger/storage/a.ts', 'type-only', 'core-is-pure'],
  ['modules/venue/live/core', 'modules/venue/live/wire/a.ts', 'relative', 'core-is-pure'],
  ['modules/custody/storage', 'modules/custody/services/a.ts', 'relative', 'layers-point-down'],
  ['modules/custody/storage', 'modules/custody/services/a.ts', 'type-only', 'layers-point-down'],
  ['modules/custody/storage', 'modules/custody/chain/a.ts', 'type-only', 'layers-point-down'],
  ['modules/custody/chain', 'modules/custody/storage/a.ts', 'relative', 'layers-point-down'],
  ['modules/ledger/services', 'modules/ledger/jobs/a.ts', 'relative', 'layers-point-down'],
  [
    'modules/ledger/services',
    'modules/ledger/http/controllers/a.ts',
    'type-only',
    'layers-point-down',
  ],
  [
    'modules/ledger/services/poster',
    'modules/ledger/realtime/a.ts',
    'relative',
    'layers-point-down',
  ],
  ['modules/venue/live/services', 'modules/venue/live/jobs/a.ts', 'relative', 'layers-point-down'],
  ['modules/added/http', 'modules/added/jobs/a.ts', 'relative', 'layers-point-down'],
  ['modules/added/jobs', 'modules/added/http/a.ts', 'type-only', 'layers-point-down'],
  ['modules/auth/services', 'modules/auth/provider.ts', 'type-only', 'parts-know-no-whole'],
  ['modules/ledger/verifier', 'modules/ledger/core/a.ts', 'relative', 'verifier-stands-alone'],
  ['modules/ledger/verifier', 'app/money/usd.ts', 'alias', 'verifier-stands-alone'],
  ['modules/custody/services', 'modules/custody/core/a.ts', 'alias', 'own-files-relatively'],
  ['modules/custody/services', 'modules/ledger/index.ts', 'relative', 'others-by-alias'],
  ['modules/custody/services', 'app/money/usd.ts', 'relative', 'others-by-alias'],
  ['app/storage', 'web3-utils', 'alias', 'web3-behind-the-gateway'],
]

const ALLOWED: [file: string, imported: string, style: Style][] = [
  ['modules/ledger/services', 'modules/auth/index.ts', 'alias'],
  ['modules/added/services', 'modules/ledger/index.ts', 'alias'],
  ['modules/added/services', 'modules/ledger/extension/a.ts', 'alias'],
  ['modules/venue/core', 'modules/ledger/extension/a.ts', 'type-only'],
  ['modules/ledger/core', 'modules/ledger/extension/a.ts', 'relative'],
  ['modules/added/services', 'modules/added/core/a.ts', 'relative'],
  ['modules/added/http', 'modules/added/services/a.ts', 'relative'],
  ['modules/ledger/core', 'app/money/usd.ts', 'alias'],
  ['modules/ledger/verifier', 'canonicalize', 'alias'],
  ['modules/auth/http', 'modules/auth/settings.ts', 'type-only'],
  ['modules/added/kinds', 'modules/added/words.ts', 'relative'],
  ['modules/auth/provider.ts', 'modules/auth/services/a.ts', 'relative'],
  ['modules/added/services', 'config/app.ts', 'alias'],
  ['modules/added/tests/functional', 'tests/support/client.ts', 'alias'],
  ['bin/test.ts', 'tests/bootstrap.ts', 'alias'],
]

test.group('code base | boundaries', () => {
  test('every forbidden import is refused by its law however it is written', async ({ assert }) => {
    const rows: [string, string, Style, string?][] = [...REFUSED, ...ALLOWED]
    const planted = rows.map(([place, imported, style, law], index) => {
      const file = place.endsWith('.ts') ? place : `${place}/planted_${index}.ts`
      return { file, imported, law, code: statement(file, imported, style) }
    })
    const files = new Map<string, string>()
    for (const { imported } of planted) {
      if (imported.endsWith('.ts')) files.set(imported, 'export const thing = 1\n')
    }
    for (const { file, code } of planted) files.set(file, code)
    const found = await cruised(files)
    for (const { file, imported, law, code } of planted) {
      const laws = found.filter(({ from }) => from === file).map(({ rule }) => rule.name)
      if (law) assert.include(laws, law, `${file} may not import ${imported}: ${code}`)
      else assert.deepEqual(laws, [], `${file} may import ${imported}: ${code}`)
    }
  })

  test('the host speaks of no venue and no vault', async ({ assert }) => {
    const found: string[] = []
    for await (const file of glob(['app/**/*.ts', 'providers/**/*.ts'], { cwd: app.makePath() })) {
      const text = await readFile(app.makePath(file), 'utf8')
      // Parts of a multipart body stand between boundaries too.
      const words = (text.match(OF_MODULES) ?? []).filter(
        (word) => !(file.endsWith('/multipart_body.ts') && word === 'boundar')
      )
      if (words.length > 0) found.push(`${file}: ${words.join(', ')}`)
    }
    assert.deepEqual(found, [])
  })

  test('a circle is refused, also one of types alone')
    .with(['relative', 'type-only'] as const)
    .run(async ({ assert }, style) => {
      const [a, b] = ['modules/ledger/core/a.ts', 'modules/ledger/core/b.ts']
      const files = new Map([
        [a, statement(a, b, 'relative')],
        [b, statement(b, a, style)],
      ])
      assert.isTrue((await cruised(files)).some(({ rule }) => rule.name === 'no-circular'))
    })

  test('writing a journal table anywhere but in the journal writer fails the lint')
    .with([
      "export const sql = 'INSERT INTO journal_legs VALUES (?)'\n",
      "export const sql = 'insert ignore into balances (object_id) VALUES (?)'\n",
      'export const sql = (id: string) => `UPDATE holds SET state = ${id}`\n',
      "export const sql = 'DELETE FROM journal_entries'\n",
      "export const sql = 'INSERT INTO events VALUES (?)'\n",
      "export const sql = 'UPDATE operations SET state = ?'\n",
      "export const sql = 'DELETE FROM deltas WHERE seq = ?'\n",
      "export const sql = 'REPLACE INTO proofs VALUES (?)'\n",
      "export const sql = 'UPDATE objects SET boundary_id = ?'\n",
      "export const sql = 'UPDATE object_limits SET spend = NULL'\n",
      "export const make = (db: { table(name: string): unknown }) => db.table('balances')\n",
      "export const make = (purgeRows: (...of: unknown[]) => void) => purgeRows(1, 'window_spends WHERE 1')\n",
    ])
    .run(async ({ assert }, code) => {
      const messages = await lint('modules/ledger/services/planted.ts', code)
      const refused = messages.filter((message) => message.includes('journal_writer'))
      assert.lengthOf(refused, 1, `expected to be refused: ${code}`)
      const reading = await lint(
        'modules/ledger/services/planted.ts',
        "export const sql = 'SELECT settled FROM balances WHERE object_id = ?'\n"
      )
      assert.deepEqual(reading, [])
    })

  test('what a decision takes from outside of its arguments fails the lint of a core: {$self}')
    .with([
      "export const f = () => fetch('https://example.com')\n",
      'export const f = () => Date.now()\n',
      'export const f = () => new Date()\n',
      'export const f = () => Math.random()\n',
      'export const f = () => process.env.HOME\n',
      'export const f = () => performance.now()\n',
      'export const f = () => setTimeout(() => {}, 1)\n',
      'export const f = () => crypto.randomUUID()\n',
      "import { randomBytes } from 'node:crypto'\nexport const f = () => randomBytes(8)\n",
    ])
    .run(async ({ assert }, code) => {
      const pure = 'export const f = (time: number) => new Date(time).toISOString()\n'
      for (const file of ['modules/ledger/core/planted.ts', 'modules/venue/live/core/planted.ts']) {
        const refused = await lint(file, code)
        assert.isTrue(
          refused.some((message) => message.includes('Core is pure')),
          code
        )
        assert.deepEqual(await lint(file, pure), [])
      }
    })

  test('a spread literal fails the lint of a module, the journal writer, a test and a script')
    .with([
      'modules/ledger/services/planted.ts',
      'modules/ledger/storage/journal_writer.ts',
      'tests/unit/planted.spec.ts',
      'bin/planted.js',
    ])
    .run(async ({ assert }, file) => {
      const refused = [
        'export const pair = (a, b) => ({ ...{ a, b } })',
        'export const list = (a, b) => [...[a], b]',
        'export const call = (f, a, b) => f(...[a, b])',
      ]
      const allowed = [
        'export const maybe = (x, a) => ({ ...(x && { a }) })',
        'export const either = (x, a) => [...(x ? [a] : [])]',
        'export const mapped = (a, b) => [...[a, b].map(String)]',
      ]
      const messages = await lint(file, [...refused, ...allowed, ''].join('\n'))
      const found = messages.filter((message) => message.includes('a spread literal'))
      assert.lengthOf(found, refused.length)
    })
})

/** An import as a file would write it; names of packages stay as they are. */
function statement(file: string, imported: string, style: Style): string {
  const isFile = imported.endsWith('.ts')
  const ofOther = file.split('/')[1] !== imported.split('/')[1]
  const aliased = style === 'alias' || (style === 'type-only' && ofOther)
  const path = relative(dirname(file), imported)
  const near = path.startsWith('.') ? path : `./${path}`
  const specifier = !isFile ? imported : aliased ? `#${imported.slice(0, -3)}` : near
  return `import ${style === 'type-only' ? 'type ' : ''}{ thing } from '${specifier}'\nexport type Used = typeof thing\n`
}

/** The laws that a code base of these files breaks. */
async function cruised(files: Map<string, string>) {
  const planted = app.makePath(PLANTED)
  const laws = ['.dependency-cruiser.cjs', 'tsconfig.json', 'eslint/tsconfig.graph.json']
  try {
    for (const name of laws) await cp(app.makePath(name), join(planted, name))
    for (const [name, code] of files) {
      await mkdir(dirname(join(planted, name)), { recursive: true })
      await writeFile(join(planted, name), code)
    }
    const script = app.makePath('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
    const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', '.']
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, [script, ...args], { cwd: planted }, (_, stdout) =>
        resolve(stdout)
      )
    })
    const report = JSON.parse(output) as {
      summary: { violations: { from: string; rule: { name: string } }[] }
    }
    return report.summary.violations
  } finally {
    await rm(planted, { recursive: true, force: true })
  }
}
