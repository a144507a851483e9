import { execFileSync } from 'node:child_process'
import {
  cp,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { LIMITS } from '#app/limits'

const LIMITS_FILE = new URL('../../../app/limits', import.meta.url).href

test.group('launcher | typescript', () => {
  test('a name ending in .js stands for the .ts file, the same module', async ({ assert }) => {
    for (const name of [`${LIMITS_FILE}.js`, `${LIMITS_FILE}.ts`]) {
      assert.containSubset((await import(name)) as { LIMITS: unknown }, { LIMITS })
    }
  })

  test('a short name stands for the same module as the long one', async ({ assert }) => {
    const names = ['#app/limits', '../../../app/limits.js', '../../../app/limits.ts']
    for (const name of names) {
      const { LIMITS: found } = (await import(name)) as { LIMITS: unknown }
      assert.strictEqual(found, LIMITS, name)
    }
  })

  test('a JavaScript file is found by its name', async ({ assert }) => {
    const { STAGE } = (await import('../../../bin/launcher/base/session.js')) as { STAGE: unknown }
    assert.isObject(STAGE)
  })

  test('an import that leads nowhere is told by the name that was written', async ({ assert }) => {
    await assert.rejects(() => import(`${LIMITS_FILE}_of_nobody.js`), /limits_of_nobody\.js/)
    const nowhere = ['#app/limits_of_nobody', '../../../app/limits_of_nobody.js']
    for (const name of nowhere) await assert.rejects(() => import(name), /limits_of_nobody\.js/)
    const outside = '#nobody/limits'
    await assert.rejects(() => import(outside), /#nobody\/limits/)
  })

  test('a decorated class says what it is made of', async ({ assert }) => {
    const { default: ReferenceController } = await import('#app/http/docs/reference_controller')
    const needs: unknown = Reflect.getMetadata('design:paramtypes', ReferenceController)
    assert.isArray(needs)
  })

  test('an error shows where it was written', async ({ assert }) => {
    const { stack } = new Error('here')
    const [, path, line] = /(\/[^\s:]*typescript\.spec\.ts):(\d+):/.exec(stack!) ?? []
    assert.equal(path, import.meta.filename)
    const lines = (await readFile(path!, 'utf8')).split('\n')
    assert.include(lines[Number(line) - 1], "new Error('here')")
  })
})

test.group('launcher | cache of compiled sources', (group) => {
  let root: string
  const write = (file: string, text: string) => writeFile(join(root, file), text)
  const run = () =>
    execFileSync(process.execPath, ['--import=./bin/typescript.js', 'said.ts'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim()
  const cached = async () => {
    const directory = join(root, 'node_modules/.cache/typescript')
    const files = (await readdir(directory)).filter((file) => file.endsWith('.js'))
    return files.map((file) => join(directory, file))
  }

  group.each.setup(async () => {
    root = await mkdtemp(join(tmpdir(), 'typescript_'))
    for (const file of ['typescript.js', 'compiler.js', 'resolutions.js', 'stack_traces.js']) {
      await cp(app.makePath('bin', file), join(root, 'bin', file))
    }
    await cp(app.makePath('package.json'), join(root, 'package.json'))
    await mkdir(join(root, 'node_modules'))
    await symlink(app.makePath('node_modules/@swc'), join(root, 'node_modules/@swc'))
    await write('said.ts', "const said: string = 'first'\nconsole.log(said)")
    return () => rm(root, { recursive: true })
  })

  test('a source is compiled once, and again when it has changed', async ({ assert }) => {
    assert.equal(run(), 'first')
    const [file, ...more] = await cached()
    assert.isEmpty(more)
    await writeFile(file!, (await readFile(file!, 'utf8')).replace('first', 'kept'))
    assert.equal(run(), 'kept', 'expected what the cache holds')
    await write('said.ts', "const said: string = 'second'\nconsole.log(said)")
    assert.equal(run(), 'second')
    assert.deepEqual(await cached(), [file], 'expected the new text in the place of the old one')
  })

  test('a compiled file that was not written to its end does not count', async ({ assert }) => {
    run()
    const [file] = await cached()
    await truncate(file!, 30)
    assert.equal(run(), 'first')
  })

  test('where the cache cannot be written the source is compiled each time', async ({ assert }) => {
    await write('node_modules/.cache', '')
    assert.equal(run(), 'first')
    assert.equal(run(), 'first')
  })

  test('an error shows where it was written, with a cache and without', async ({ assert }) => {
    const lines = ['// A line that nobody keeps.', '', 'interface Nobody {}', '']
    await write('said.ts', [...lines, "console.log(new Error('é …').stack)"].join('\n'))
    const shown = /^Error: é …\n {4}at .*said\.ts:5:13\n/
    assert.match(run(), shown)
    assert.match(run(), shown)
    await rm(join(root, 'node_modules/.cache'), { recursive: true })
    await write('node_modules/.cache', '')
    assert.match(run(), shown)
  })

  test('{0} of a package is kept without comments when one of them needs two bytes a character')
    .with([
      ['a module', 'mjs', 'export default'],
      ['a script', 'cjs', 'module.exports ='],
      [
        'a script that another one requires, and that says nothing of itself,',
        'js',
        'module.exports =',
      ],
    ] as const)
    .run(async ({ assert }, [, extension, exported]) => {
      const main = `index.${extension}`
      const folder = join(root, 'node_modules/words')
      for (const name of ['words', 'greets']) await mkdir(join(root, 'node_modules', name))
      await write('node_modules/greets/index.js', "module.exports = require('words')")
      await write('node_modules/words/package.json', JSON.stringify({ main }))
      const words = (comment: string, text: string) =>
        writeFile(
          join(folder, main),
          `// ${comment}\n${exported} function () {\n  return ['${text}', new Error('x').stack] // ${comment}\n}\n`
        )
      await write(
        'said.ts',
        `import say from '${extension === 'js' ? 'greets' : 'words'}'
         const [text, stack] = say() as [string, string]
         const line = /index\\.${extension}:(\\d+)/.exec(stack)?.[1]
         console.log(text, line, String(say).includes('//'))`
      )
      await words('narrow', 'é')
      assert.equal(run(), 'é 3 true', 'expected what costs nothing to be left as it is')
      await words('wide: —', 'ß ✓')
      for (const time of ['first', 'second']) assert.equal(run(), 'ß ✓ 3 false', `the ${time} time`)
      await words('wide: …', 'ß ✗')
      assert.equal(run(), 'ß ✗ 3 false', 'expected the new text')
      await words('wide: — and no code: ', "', }")
      assert.throws(run, /SyntaxError/)
    })

  test('a file of a package that only Node.js can read is left as it is', async ({ assert }) => {
    await mkdir(join(root, 'node_modules/words'))
    await write(
      'node_modules/words/index.js',
      "exports.stack = new Error('x').stack // —\nexports.said = '✓'\nreturn\n"
    )
    await write(
      'said.ts',
      `import { said, stack } from 'words'
       console.log(said, /words.index\\.js:(\\d+)/.exec(stack)?.[1])`
    )
    for (const time of ['first', 'second']) assert.equal(run(), '✓ 1', `the ${time} time`)
  })

  test('where a package finds another one is looked for again once npm has run', async ({
    assert,
  }) => {
    const installed = async (main: string) => {
      await write('node_modules/words/package.json', JSON.stringify({ main }))
      await write('node_modules/.package-lock.json', JSON.stringify({ lockfileVersion: 3, main }))
    }
    for (const name of ['words', 'greets']) await mkdir(join(root, 'node_modules', name))
    await write('node_modules/greets/index.js', "module.exports = require('words')")
    await write('node_modules/words/old.js', "module.exports = 'old'")
    await write('node_modules/words/newer.js', "module.exports = 'newer'")
    await write('said.ts', "import said from 'greets'\nconsole.log(said)")
    await installed('old.js')
    assert.equal(run(), 'old')
    const place = join(root, 'node_modules/.cache/typescript/resolutions.json')
    assert.include(await readFile(place, 'utf8'), 'words/old.js')
    await write('node_modules/words/package.json', JSON.stringify({ main: 'newer.js' }))
    assert.equal(run(), 'old', 'expected what was written down')
    await writeFile(place, 'torn')
    assert.equal(run(), 'newer')
    await installed('./old.js')
    assert.equal(run(), 'old')
  })
})
