import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from '@japa/runner'
import { ESLint } from 'eslint'
import app from '@adonisjs/core/services/app'

/** Lints a text as if it stood in a file of the project. */
async function lint(filePath: string, code: string): Promise<string[]> {
  const eslint = new ESLint({ cwd: app.makePath() })
  const [result] = await eslint.lintText(code, { filePath: app.makePath(filePath) })
  return result!.messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)
}

const uses = (specifier: string) => `import { thing } from '${specifier}'\n\nexport default thing\n`

test.group('house | boundaries', () => {
  test('a forbidden import fails the lint')
    .with([
      ['app/http/planted.ts', '#modules/ledger/index'],
      ['modules/auth/services/planted.ts', '#modules/ledger/index'],
      ['modules/ledger/services/planted.ts', '#modules/custody/index'],
      ['modules/custody/services/planted.ts', '#modules/venue/index'],
      ['modules/custody/services/planted.ts', '#modules/ledger/services/create_realm'],
      ['modules/analytics/core/planted.ts', '#app/storage/database'],
      ['modules/ledger/core/planted.ts', '@adonisjs/core/http'],
      ['modules/ledger/core/planted.ts', '#modules/ledger/storage/rows'],
      ['modules/ledger/services/planted.ts', '#modules/ledger/http/presenters'],
      ['modules/ledger/storage/planted.ts', '#modules/ledger/services/create_realm'],
      ['modules/added_by_somebody/services/planted.ts', '#modules/ledger/services/create_realm'],
      ['modules/ledger/verifier/planted.ts', '#modules/ledger/core/group_hash'],
      ['modules/ledger/verifier/planted.ts', '#app/money/usd'],
      ['modules/ledger/verifier/planted.ts', '../core/group_hash.ts'],
    ] as const)
    .run(async ({ assert }, [file, specifier]) => {
      const messages = await lint(file, uses(specifier))
      const restricted = messages.filter((message) => message.includes('no-restricted-imports'))
      assert.lengthOf(restricted, 1, `expected ${file} not to be allowed to import ${specifier}`)
    })

  test('an allowed import passes')
    .with([
      ['modules/ledger/services/planted.ts', '#modules/auth/index'],
      ['modules/custody/services/planted.ts', '#modules/ledger/index'],
      ['modules/custody/services/planted.ts', '#modules/custody/core/fees'],
      ['modules/ledger/core/planted.ts', '#app/money/usd'],
      ['modules/ledger/verifier/planted.ts', 'canonicalize'],
      ['modules/ledger/http/planted.ts', '#modules/ledger/services/create_realm'],
      ['modules/added_by_somebody/services/planted.ts', '#modules/ledger/index'],
      ['modules/added_by_somebody/services/planted.ts', '#modules/added_by_somebody/core/own'],
    ] as const)
    .run(async ({ assert }, [file, specifier]) => {
      const messages = await lint(file, uses(specifier))
      assert.deepEqual(messages, [], `expected ${file} to be allowed to import ${specifier}`)
    })

  test('writing a journal table anywhere but in the journal writer fails the lint')
    .with([
      "export const sql = 'INSERT INTO journal_legs VALUES (?)'\n",
      "export const sql = 'insert ignore into balances (object_id) VALUES (?)'\n",
      'export const sql = (id: string) => `UPDATE holds SET state = ${id}`\n',
      "export const sql = 'DELETE FROM journal_entries'\n",
      "export const make = (db: { table(name: string): unknown }) => db.table('balances')\n",
    ])
    .run(async ({ assert }, code) => {
      const messages = await lint('modules/ledger/services/planted.ts', code)
      assert.lengthOf(
        messages.filter((message) => message.includes('journal_writer')),
        1,
        `expected to be refused: ${code}`
      )
      const reading = await lint(
        'modules/ledger/services/planted.ts',
        "export const sql = 'SELECT settled FROM balances WHERE object_id = ?'\n"
      )
      assert.deepEqual(reading, [])
    })

  test('a circle and a forbidden arrow in the graph fail the build', async ({ assert }) => {
    const folder = 'tmp/planted_graph'
    const files = {
      'modules/ledger/a.ts': "import './b.ts'\n",
      'modules/ledger/b.ts': "import './a.ts'\n",
      'modules/custody/c.ts': "import '../ledger/a.ts'\n",
      'app/d.ts': "import '../modules/ledger/a.ts'\n",
    }
    try {
      for (const [name, code] of Object.entries(files)) {
        const path = app.makePath(folder, name)
        await mkdir(dirname(path), { recursive: true })
        await writeFile(path, code)
      }
      const output = await depcruise(app.makePath(folder))
      assert.include(output, 'no-circular')
      assert.include(output, 'modules-meet-at-faces')
      assert.include(output, 'host-knows-no-module')
    } finally {
      await rm(app.makePath(folder), { recursive: true, force: true })
    }
  })
})

function depcruise(cwd: string): Promise<string> {
  const script = app.makePath('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const config = join(app.makePath(), '.dependency-cruiser.cjs')
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [script, '--config', config, 'modules', 'app'],
      { cwd },
      (_error, stdout, stderr) => resolve(stdout + stderr)
    )
  })
}
