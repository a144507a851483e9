import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import string from '@adonisjs/core/helpers/string'

const NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/
/** The names of tables, queues and listeners are made of it, and have to fit their columns. */
const NAME_LENGTH = 40
/** The provider that wires the modules: every module has to stand before it. */
const LAST_PROVIDER = "() => import('#providers/modules_provider')"

const PACKAGE_NAME = /^(@[a-z0-9][\w.-]*\/)?[a-z0-9][a-z0-9._-]*$/
const PACKAGE_NAME_LENGTH = 214
/** What a package is made of: it runs in the tests, so that there is no second text to keep. */
const EXAMPLE = 'examples/activity_module'
/** Its name, wherever it stands for more than the English word. */
const EXAMPLE_NAME = new RegExp(
  [
    '(?<packed>@operator/activity)',
    '(?<constant>ACTIVITY)',
    `(?<title>(?<=title: '|<h1>|# |at ")Activity)`,
    '(?<pascal>Activity)',
    '(?<camel>activity(?=[A-Z]))',
    `(?<name>activity(?=_|\\.js|\\.spec)|(?<=')activity(?=['\\s]))`,
    '(?<kebab>(?<=/)activity|activity(?=-))',
  ].join('|'),
  'g'
)

export function isModuleName(name: string): boolean {
  return NAME.test(name) && name.length >= 2 && name.length <= NAME_LENGTH
}

/** Writes a working module and adds its provider: one route, one job, one listener, one table. */
export default class MakeModule extends BaseCommand {
  static override commandName = 'make:module'
  static override description = 'Create a module with a route, a job, a listener, a table and tests'

  @args.string({ description: 'Name in snake_case, for example loyalty_points' })
  declare name: string

  @flags.string({ description: 'Make an npm package of this name, outside the repository' })
  declare package?: string

  @flags.string({ description: 'The folder of the package; beside the repository when left out' })
  declare to?: string

  override async run() {
    const problem = this.#nameProblem() ?? this.#packageProblem()
    if (problem) {
      this.logger.error(problem)
      this.exitCode = 1
      return
    }
    if (this.package !== undefined) return this.#writePackage(this.package)
    await this.#writeFiles()
    await this.#addProvider()
    this.logger.info('next: npm start brings the tables up to date and loads it')
    this.logger.info(`then: npm test -- ${this.name} runs its tests`)
  }

  #nameProblem(): string | null {
    const { name } = this
    if (!isModuleName(name)) {
      return `"${name}" is no module name: use snake_case, 2 to ${NAME_LENGTH} characters, a letter first`
    }
    if (existsSync(this.app.makePath('modules', name))) {
      return `modules/${name} is there already: choose another name`
    }
    return null
  }

  #packageProblem(): string | null {
    if (this.package === undefined) {
      return this.to === undefined ? null : '--to is for packages: say --package=NAME as well'
    }
    if (!PACKAGE_NAME.test(this.package) || this.package.length > PACKAGE_NAME_LENGTH) {
      return `"${this.package}" is no name of an npm package: use one like @operator/loyalty`
    }
    const folder = this.#packageFolder()
    if (existsSync(folder)) return `${folder} is there already: choose another folder with --to`
    if (relative(this.app.makePath(), folder).startsWith('..')) return null
    return `${folder} is inside the service: choose a folder outside with --to`
  }

  #packageFolder(): string {
    return resolve(this.to ?? this.app.makePath('..', this.#words().kebab))
  }

  /** The example under another name. */
  async #writePackage(packed: string) {
    const example = this.app.makePath(EXAMPLE)
    const folder = this.#packageFolder()
    const words: Record<string, string> = { ...this.#words(), packed }
    const renamed = (text: string) =>
      text.replaceAll(EXAMPLE_NAME, (...found) => {
        const kinds = found.at(-1) as Record<string, string | undefined>
        const [kind] = Object.entries(kinds).find(([, match]) => match !== undefined)!
        return words[kind]!
      })
    for (const entry of await readdir(example, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const source = join(entry.parentPath, entry.name)
      const destination = join(folder, renamed(relative(example, source)))
      await mkdir(dirname(destination), { recursive: true })
      await writeFile(destination, renamed(await readFile(source, 'utf8')))
      this.logger.action(`create ${destination}`).succeeded()
    }
    this.logger.info(`next: ${join(folder, 'README.md')} says how it is packed, added and tested`)
  }

  /**
   * All stubs are rendered before the first file is written, so that no half-written module is left
   * behind.
   */
  async #writeFiles() {
    const stubs = await this.app.stubs.create()
    const folder = this.app.makePath('stubs/module')
    const prepared = []
    for (const file of (await readdir(folder)).sort()) {
      const stub = await stubs.build(`module/${file}`)
      prepared.push(await stub.prepare(this.#words()))
    }
    for (const { destination, contents } of prepared) {
      await mkdir(dirname(destination), { recursive: true })
      await writeFile(destination, `${contents}\n`)
      this.logger.action(`create ${this.app.relativePath(destination)}`).succeeded()
    }
  }

  /** The name in every form that the stubs need. */
  #words() {
    const pascal = string.pascalCase(this.name)
    return {
      name: this.name,
      kebab: string.dashCase(this.name),
      camel: string.camelCase(this.name),
      pascal,
      constant: this.name.toUpperCase(),
      title: string.sentenceCase(this.name),
      action: `svc:Read${pascal}`,
      operation: `list${pascal}Records`,
    }
  }

  /**
   * The file is edited as text, because the place in the list matters, and an editor of the syntax
   * tree only appends.
   */
  async #addProvider() {
    const file = this.app.makePath('adonisrc.ts')
    const line = `() => import('#modules/${this.name}/provider')`
    const rc = await readFile(file, 'utf8')
    if (rc.includes(line)) return
    if (rc.split(LAST_PROVIDER).length !== 2) {
      this.logger.warning(
        `add this line to the providers in adonisrc.ts, as the last module: ${line},`
      )
      return
    }
    await writeFile(file, rc.replace(LAST_PROVIDER, `${line},\n    ${LAST_PROVIDER}`))
    this.logger.action('update adonisrc.ts file').succeeded()
  }
}
