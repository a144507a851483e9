import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import app from '@adonisjs/core/services/app'
import { imageRecipe, type Instruction } from '#tests/support/image_recipe'

const run = promisify(execFile)
const INSTALL = 'npm ci --omit=dev'
/** Whoever runs the tests as root runs the image as somebody else; others cannot change their user. */
const isRoot = process.getuid?.() === 0

interface Lockfile {
  packages: Record<string, { dev?: boolean }>
}

/**
 * What the Dockerfile builds, in a directory instead of an image: its instructions are executed,
 * save that the packages of the lockfile come from the installation that runs the tests. It lies
 * outside of the project, where no development dependency can be found by accident.
 */
export class Image {
  #children: ChildProcess[] = []

  private constructor(
    readonly root: string,
    private recipe = imageRecipe()
  ) {}

  static async build(): Promise<Image> {
    const image = new Image(await mkdtemp(join(tmpdir(), 'service_image_')))
    for (const instruction of image.recipe.build) await image.#execute(instruction)
    return image
  }

  path(...parts: string[]): string {
    return join(this.root, ...parts)
  }

  /** From now on nobody but root can write anything, and root runs nothing. */
  async makeReadOnly() {
    await run('find', [this.root, '-type', 'd', '-exec', 'chmod', '555', '{}', '+'])
  }

  /** Runs what a container of the image would run, with the settings given. */
  start(env: Record<string, string>, ...command: string[]): ChildProcess {
    return this.#spawn([...this.recipe.entrypoint, ...command], env)
  }

  /** Runs the health check of the image. */
  check(env: Record<string, string>): ChildProcess {
    return this.#spawn(this.recipe.healthcheck, env)
  }

  async remove() {
    await Promise.all(this.#children.map(killed))
    await run('find', [this.root, '-type', 'd', '-exec', 'chmod', 'u+w', '{}', '+'])
    await rm(this.root, { recursive: true, force: true })
  }

  #spawn([program = '', ...args]: string[], env: Record<string, string>): ChildProcess {
    const inside = (path: string) => path.replace(this.recipe.home, this.root)
    const [uid, gid] = this.recipe.user
    const child = spawn(inside(program), args.map(inside), {
      cwd: this.root,
      env: { PATH: '/usr/bin:/bin', ...this.recipe.env, ...env },
      // Over the channel a process says that it is ready, as it does to the launcher.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      ...(isRoot && { uid, gid }),
    })
    this.#children.push(child)
    return child
  }

  async #execute({ name, text }: Instruction) {
    if (name === 'FROM') return
    if (name === 'WORKDIR') return chmod(this.root, 0o755)
    if (name === 'COPY') return this.#copy(text.split(/\s+/))
    if (name !== 'RUN') throw new Error(`No way to execute ${name} ${text}`)
    if (text === INSTALL) return this.#install()
    const node = dirname(process.execPath)
    const PATH = `${node}:${process.env.PATH}`
    await run('sh', ['-c', text], { cwd: this.root, env: { PATH } })
  }

  async #copy(names: string[]) {
    const to = names.pop()!
    for (const from of names) {
      const target = to.endsWith('/') && from.includes('/') ? join(to, basename(from)) : to
      const isFile = target === './'
      await cp(app.makePath(from), this.path(isFile ? basename(from) : target), { recursive: true })
    }
  }

  /** The packages of the lockfile that are not for development, and none of the others. */
  async #install() {
    const { packages } = JSON.parse(
      readFileSync(this.path('package-lock.json'), 'utf8')
    ) as Lockfile
    const paths = Object.entries(packages).filter(
      ([path]) => path && existsSync(app.makePath(path))
    )
    const isNested = (path: string) =>
      path.indexOf('node_modules') !== path.lastIndexOf('node_modules')
    const kept = paths.filter(([path, { dev }]) => !dev && !isNested(path)).map(([path]) => path)
    const dropped = paths.filter(([path, { dev }]) => dev && isNested(path)).map(([path]) => path)
    await mkdir(this.path('node_modules'))
    // Links are quick, and possible where both lie on one file system.
    const copied = (how: string) =>
      run('cp', [how, '--parents', ...kept, 'node_modules/.bin', this.root], {
        cwd: app.makePath(),
      })
    await copied('-al').catch(() => copied('-af'))
    for (const path of dropped) await rm(this.path(path), { recursive: true, force: true })
  }
}

async function killed(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exit
}
