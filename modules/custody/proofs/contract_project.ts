import { spawn } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const CUSTODY = join(ROOT, 'modules/custody')
export const CONTRACTS = join(CUSTODY, 'contracts')
/** Unoptimised code compiles in seconds, and is what the source says; the artifacts have tests of their own. */
const PROFILE = `[profile.default]
src = "contracts"
test = "contracts/test"
libs = ["lib"]
solc = "./solc"
offline = true
remappings = ["@openzeppelin/=lib/@openzeppelin/"]
optimizer = false
via_ir = false
evm_version = "cancun"
code_size_limit = 300000
`

/** What an analyser needs and this machine does not have, and what to do about it. */
export class ToolMissing extends Error {}

export interface ToolResult {
  code: number
  output: string
}

/**
 * A temporary folder with the contracts and what forge compiles them with.
 *
 * @param without the parts of the sources that stay behind
 * @param settings what `foundry.toml` says besides
 */
export async function contractFolder(without: RegExp, settings = ''): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'custody-contracts-'))
  await mkdir(join(folder, 'lib'))
  await symlink(join(ROOT, 'node_modules/@openzeppelin'), join(folder, 'lib/@openzeppelin'))
  const filter = (source: string) => !without.test(source)
  await cp(CONTRACTS, join(folder, 'contracts'), { recursive: true, filter })
  const compiler = join(CUSTODY, 'compiler/solc_js.mjs')
  const script = `#!/bin/sh\nexec '${process.execPath}' '${compiler}' "$@"\n`
  await writeFile(join(folder, 'solc'), script)
  await chmod(join(folder, 'solc'), 0o755)
  await writeFile(
    join(folder, 'foundry.toml'),
    `${PROFILE}${settings}[lint]\nlint_on_build = false\n`
  )
  return folder
}

/** A copy of the contracts that forge has built, in a temporary folder, for analysers that read what it wrote. */
export class ContractProject {
  private constructor(
    readonly folder: string,
    private forgeFolder: string
  ) {}

  /**
   * @param analyser what is to read it; looked for before forge builds, which takes a minute
   * @param build what forge is asked for besides
   * @param proof a file of this folder that stands among the tests; null: no tests
   * @throws ToolMissing without forge or the analyser; Error with its text when it does not build
   */
  static async create(
    analyser: string,
    build: string[],
    proof: string | null
  ): Promise<ContractProject> {
    const forge = dirname(forgeBinary())
    const folder = await contractFolder(/\/(artifacts|releases)$|\.t\.sol$/)
    const project = new ContractProject(folder, forge)
    const tests = join(folder, 'contracts/test')
    if (proof === null) await rm(tests, { recursive: true })
    else await cp(join(CUSTODY, 'proofs', proof), join(tests, proof))
    try {
      await project.run(analyser, ['--version'])
      const built = await project.run('forge', ['build', ...build])
      if (built.code !== 0) throw new Error(built.output)
      return project
    } catch (error) {
      await project.remove()
      throw error
    }
  }

  /**
   * A program in the project, with forge beside it: analysers ask it.
   *
   * @throws ToolMissing when there is no such program
   */
  run(program: string, args: string[]): Promise<ToolResult> {
    const PATH = [this.forgeFolder, process.env.PATH].join(delimiter)
    return new Promise((resolve, reject) => {
      const child = spawn(program, args, {
        cwd: this.folder,
        env: { ...process.env, PATH, NO_COLOR: '1' },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const parts: string[] = []
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => parts.push(text))
      }
      child.once('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ENOENT' ? new ToolMissing(`${program} is not installed`) : error)
      )
      child.once('close', (code) => resolve({ code: code ?? -1, output: parts.join('') }))
    })
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }
}

function forgeBinary(): string {
  const name = '@foundry-rs/forge-linux-amd64/bin/forge'
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch {
    throw new ToolMissing(`no forge is installed for ${process.platform} ${process.arch}`)
  }
}
