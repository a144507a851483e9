import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import app from '@adonisjs/core/services/app'

const PACKAGE = 'clients/typescript'
const PROGRAM = 'tests/functional/clients/fresh_project'
const OFFLINE = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--silent']
/** No types of a browser: a program of Node.js has none. */
const TSCONFIG = {
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024'],
    module: 'nodenext',
    strict: true,
    noEmit: true,
    types: ['node'],
  },
  include: ['*.mts', '*.cts'],
}
/** Compiled as CommonJS. */
const COMMON_JS = `import { LedgerClient } from 'ledger-custody-client'
export const client: LedgerClient = new LedgerClient({ baseUrl: 'http://127.0.0.1' })
`

export interface Ran {
  code: number
  out: string
  errors: string
}

/** A folder elsewhere, in which the packed client is installed and nothing else. */
export class FreshProject {
  private constructor(readonly root: string) {}

  static async make(): Promise<FreshProject> {
    const project = new FreshProject(await mkdtemp(join(tmpdir(), 'fresh_project_')))
    const source = app.makePath(PACKAGE)
    await expect(project.#run('node', ['build.js'], source))
    const pack = ['pack', '--pack-destination', project.root, ...OFFLINE]
    await expect(project.#run('npm', pack, source))
    await cp(app.makePath(PROGRAM), project.root, { recursive: true })
    await writeFile(join(project.root, 'common.cts'), COMMON_JS)
    const readme = await readFile(join(source, 'README.md'), 'utf8')
    const [, firstCall = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? []
    await writeFile(join(project.root, 'first_call.mts'), firstCall)
    await writeFile(join(project.root, 'package.json'), '{ "private": true }')
    const [tarball] = (await readdir(project.root)).filter((name) => name.endsWith('.tgz'))
    await expect(project.#run('npm', ['install', ...OFFLINE, `./${tarball}`]))
    // The types of Node.js, as the project would have installed them.
    const options = { typeRoots: [app.makePath('node_modules/@types')] }
    const tsconfig = { ...TSCONFIG, compilerOptions: { ...TSCONFIG.compilerOptions, ...options } }
    await writeFile(join(project.root, 'tsconfig.json'), JSON.stringify(tsconfig))
    return project
  }

  /** Runs a program of the project. Node.js leaves the types out by itself. */
  node(args: string[], env: Record<string, string> = {}): Promise<Ran> {
    return this.#run(process.execPath, args, this.root, env)
  }

  typecheck(): Promise<Ran> {
    const tsc = app.makePath('node_modules/@typescript/native/bin/tsc')
    return this.node([tsc, '-p', this.root])
  }

  /** The scripts that a browser loads, as one text. */
  async scripts(): Promise<Buffer> {
    const folder = join(this.root, 'node_modules/ledger-custody-client/build/esm')
    const files = await readdir(folder, { recursive: true })
    const scripts = files.filter((file) => file.endsWith('.js'))
    return Buffer.concat(await Promise.all(scripts.map((file) => readFile(join(folder, file)))))
  }

  /** Names of what was installed. */
  async installed(): Promise<string[]> {
    const names = await readdir(join(this.root, 'node_modules'))
    const isFolder = await Promise.all(
      names.map(async (name) => (await stat(join(this.root, 'node_modules', name))).isDirectory())
    )
    return names.filter((_, index) => isFolder[index])
  }

  remove(): Promise<void> {
    return rm(this.root, { recursive: true, force: true })
  }

  async #run(
    command: string,
    args: string[],
    cwd = this.root,
    env: Record<string, string> = {}
  ): Promise<Ran> {
    try {
      const options = { cwd, env: { ...process.env, NODE_OPTIONS: '', ...env } }
      const { stdout, stderr } = await promisify(execFile)(command, args, options)
      return { code: 0, out: stdout, errors: stderr }
    } catch (error) {
      const { code, stdout = '', stderr = '' } = error as Record<string, never>
      return { code: typeof code === 'number' ? code : 1, out: stdout, errors: stderr }
    }
  }
}

async function expect(running: Promise<Ran>): Promise<void> {
  const { code, out, errors } = await running
  if (code !== 0) throw new Error(`${out}${errors}`)
}
