import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { test } from '@japa/runner'
import ts from 'typescript'
import app from '@adonisjs/core/services/app'
import { envExample } from '#app/preflight/env_example'
import { PROOFS, PROVED, type Proof } from '#tests/support/proofs'

const read = (path: string) => readFileSync(app.makePath(path), 'utf8')

function foldersOf(path: string): string[] {
  return readdirSync(app.makePath(path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort()
}

/** The ground plan of docs/architecture.md: each folder of the root, and the names drawn inside of it. */
function groundPlan(): Map<string, string[]> {
  const [, drawn = ''] = read('docs/architecture.md').split(/```/, 2)
  const plan = new Map<string, string[]>()
  let inside: string[] = []
  for (const line of drawn.split('\n')) {
    const root = /^(\w+)\/ /.exec(line)?.[1]
    if (root) plan.set(root, (inside = []))
    const name = /^ {2}(\w+)\//.exec(line)?.[1]
    if (name) inside.push(name)
    // A module's own folders stand behind its name.
    if (name && plan.get('modules') === inside) {
      inside.push(...[...line.slice(16).matchAll(/(\w+)\//g)].map(([, folder]) => folder!))
    }
  }
  return plan
}

/** The service's own modules: one that an operator adds brings its specs in its own folder. */
function ownModules(): string[] {
  return foldersOf('modules').filter((name) => !foldersOf(`modules/${name}`).includes('tests'))
}

/** Made by the service, its tests or npm, and by nobody who reads. */
const GENERATED = new Set(['node_modules', 'build', 'coverage', 'tmp'])

/** The files that declare keys of `ServiceModule`: its own, and those of modules that add points. */
function extensionFiles(): string[] {
  const added = foldersOf('modules')
    .filter((name) => foldersOf(`modules/${name}`).includes('extension'))
    .flatMap((name) =>
      readdirSync(app.makePath(`modules/${name}/extension`)).map(
        (file) => `modules/${name}/extension/${file}`
      )
    )
  return ['app/extension/module.ts', ...added]
}

/** The keys that a file declares for `ServiceModule`, at the top or for a module of the host. */
function keysIn(file: string): string[] {
  const keys: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isInterfaceDeclaration(node) && node.name.text === 'ServiceModule') {
      keys.push(...node.members.map(({ name }) => (name as ts.Identifier).text))
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest))
  return keys
}

/** The table of docs/promises.md, as the tests say it. */
function rowsOfProofs(): string[] {
  const links = (files: readonly string[]) =>
    files.map((file) => `\`${file.replace(/^tests\//, '').replace(/\.spec\.ts$/, '')}\``)
  return Object.entries(PROVED).map(([form, { by, fuzzed = [], also = [] }]) => {
    const marks = (Object.keys(PROOFS) as Proof[]).map((proof) => (by.includes(proof) ? 'yes' : ''))
    const cells = [`\`${form}\``, ...marks, fuzzed.join(', '), links(also).join(', ')]
    return `| ${cells.join(' | ')} |`.replaceAll('  ', ' ')
  })
}

test.group('code base | documents', () => {
  test('docs/promises.md shows what proves each kind of request', ({ assert }) => {
    const [, table = ''] = read('docs/promises.md').split('## What proves each kind of request')
    const rows = table.split('\n').filter((line) => line.startsWith('| `'))
    assert.deepEqual(rows, rowsOfProofs())
    const files = Object.values(PROVED).flatMap(({ also = [] }) => also)
    for (const file of [...Object.values(PROOFS), ...files]) {
      assert.isTrue(existsSync(app.makePath(file)), `expected ${file} to exist`)
    }
    const unproved = Object.entries(PROVED).filter(
      ([, { by, also = [] }]) => !by.length && !also.length
    )
    assert.deepEqual(unproved, [])
  })

  test('docs/architecture.md draws every folder there is, and none that is gone', ({ assert }) => {
    const plan = groundPlan()
    const roots = foldersOf('.').filter((name) => !GENERATED.has(name))
    assert.sameMembers([...plan.keys()], roots)
    assert.sameMembers(plan.get('app')!, foldersOf('app'))
    const modules = ownModules()
    const rooms = new Set(modules.flatMap((name) => foldersOf(`modules/${name}`)))
    const drawn = new Set(plan.get('modules')!.filter((name) => !modules.includes(name)))
    assert.sameMembers([...drawn], [...rooms])
  })

  test('docs/architecture.md names every module', ({ assert }) => {
    const [, drawn = ''] = read('docs/architecture.md').split(/```/, 2)
    const named = /^modules\/ +(.*); in each:$/m.exec(drawn)?.[1]?.split(', ')
    assert.sameMembers(named ?? [], ownModules())
  })

  test('docs/extending.md explains each key of ServiceModule, and no other', ({ assert }) => {
    const rows = [...read('docs/extending.md').matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)]
      .flatMap(([, names]) => names!.split(', '))
      .map((name) => name.replaceAll('`', ''))
    const keys = extensionFiles().flatMap(keysIn)
    assert.isAbove(keys.length, 15)
    assert.sameMembers(rows, keys)
  })

  test('docs/operating.md explains start/env.ts, and .env.example has it', ({ assert }) => {
    const declared = [...read('start/env.ts').matchAll(/^ {2}([A-Z][A-Z_]*): /gm)]
    const internal = ['EMBEDDED_SERVICES', 'FAILPOINT']
    const settings = declared.map(([, name]) => name!).filter((name) => !internal.includes(name))
    const example = envExample(read('docs/operating.md'))
    const explained = [...example.matchAll(/^#([A-Z_]+)=$/gm)].map(([, name]) => name)
    assert.sameMembers(explained, [...settings, 'DATA_DIR'])
    assert.equal(read('.env.example'), example, 'run "node ace env:example"')
  })

  test('docs/glossary.md says each word once', ({ assert }) => {
    const rows = read('docs/glossary.md').matchAll(/^\| (?!Word|---)(.+?) \|/gm)
    const words = Array.from(rows, ([, word]) => word!.split(', ')).flat()
    assert.isAbove(words.length, 80)
    assert.deepEqual(words, [...new Set(words)])
  })

  test('docs/changing.md names files that are there', ({ assert }) => {
    const text = read('docs/changing.md')
    const named = [...text.matchAll(/`([\w./]+\.(?:ts|js|md|txt))`/g)].map(([, path]) => path!)
    // A path that begins with neither is told for any module, or stands in the folder named before it.
    const whole = named.filter((path) => /^(app|docs|examples|modules|tests)\//.test(path))
    assert.isAbove(whole.length, 20)
    for (const path of whole)
      assert.isTrue(existsSync(app.makePath(path)), `expected ${path} to exist`)
  })
})
