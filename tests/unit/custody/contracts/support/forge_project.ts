import { spawn } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { CONTRACTS, contractFolder } from '#modules/custody/proofs/contract_project'

/** How long the tests of the contracts try, and the artifacts that they read. */
const SETTINGS = `fs_permissions = [{ access = "read", path = "${CONTRACTS}/artifacts" }]
[fuzz]
runs = 100
[invariant]
runs = 32
depth = 100
fail_on_revert = true
`

export const SURVIVED = 'survived: fault'

/** Whether a fault is on. Passed off as pure, so that it can stand in pure functions too. */
const SWITCH = `// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

function mutant(uint256 n) pure returns (bool) {
    function(uint256) view returns (bool) look = isOn;
    function(uint256) pure returns (bool) asPure;
    assembly ("memory-safe") {
        asPure := look
    }
    return asPure(n);
}

function isOn(uint256 n) view returns (bool) {
    return address(0xfa017).balance == n;
}
`

export interface Edit {
  find: string
  /** What a statement or an expression becomes; when raw, text that asks `mutant(#)` itself. */
  replace: string
  raw?: boolean
}

export interface Mutant {
  name: string
  file: string
  /** Each `find` stands exactly once in the file. */
  edits: Edit[]
  /** The test that must find it: file name without `.t.sol`, and the call with its arguments. */
  suite: string
  test: string
  /** Whether the invariant run has to find it too. */
  invariants?: boolean
}

export interface ForgeResult {
  code: number
  output: string
}

/**
 * @returns the binary, or why there is none
 * @throws Error on the kind of machine for which the lock file holds one: there it may not be missing
 */
export function findForge(): { binary: string } | { missing: string } {
  const machine = `${process.platform} ${process.arch}`
  if (machine !== 'linux x64') return { missing: `no forge binary is installed for ${machine}` }
  const binary = createRequire(import.meta.url).resolve('@foundry-rs/forge-linux-amd64/bin/forge')
  return { binary }
}

/** A copy of the contracts in a temporary folder, where forge keeps everything that it writes. */
export class ForgeProject {
  private constructor(
    readonly folder: string,
    private binary: string
  ) {}

  static async create(binary: string): Promise<ForgeProject> {
    return new ForgeProject(await contractFolder(/artifacts$/, SETTINGS), binary)
  }

  /** Its whole output; forge ends with 1 when a test fails. */
  run(args: string[], env: Record<string, string> = {}): Promise<ForgeResult> {
    return new Promise((resolve, reject) => {
      const child = spawn(this.binary, args, {
        cwd: this.folder,
        env: { PATH: process.env.PATH, HOME: this.folder, NO_COLOR: '1', ...env, ...deeper() },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const parts: Buffer[] = []
      child.stdout.on('data', (part: Buffer) => parts.push(part))
      child.stderr.on('data', (part: Buffer) => parts.push(part))
      child.once('error', reject)
      child.once('close', (code) =>
        resolve({ code: code ?? -1, output: Buffer.concat(parts).toString('utf8') })
      )
    })
  }

  /**
   * Plants all faults at once, each behind a switch: number n (from 1) is on while an account holds
   * n wei. One compilation then serves every mutant and, with no switch on, the original. For each,
   * `test_planted_n` is added, which switches it on and fails with SURVIVED when its test does not.
   * `CUSTODY_CONTROL=0` leaves all switches off: then every one has to fail so.
   */
  async plant(mutants: readonly Mutant[]): Promise<void> {
    const contracts = join(this.folder, 'contracts')
    await writeFile(join(contracts, 'Mutant.sol'), SWITCH)
    for (const [index, { name, file, edits, suite, test }] of mutants.entries()) {
      await this.#edit(file, (text) => {
        for (const edit of edits) {
          const { find } = edit
          if (text.split(find).length !== 2) {
            throw new Error(`"${name}": its text does not stand once in ${file}: ${find}`)
          }
          text = text.replace(find, () => switched(index + 1, edit))
        }
        return imported(text, relative(dirname(file), 'Mutant.sol'))
      })
      await this.#edit(`test/${suite}.t.sol`, (text) =>
        text.replace(/\}\s*$/, () => `${plantedTest(index + 1, test)}}\n`)
      )
    }
  }

  async #edit(file: string, change: (text: string) => string): Promise<void> {
    const path = join(this.folder, 'contracts', file)
    await writeFile(path, change(await readFile(path, 'utf8')))
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }
}

/** Longer runs than those of every day, asked for from outside. */
function deeper(): Record<string, string> {
  const names = ['FOUNDRY_INVARIANT_RUNS', 'FOUNDRY_FUZZ_RUNS']
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
  )
}

function switched(number: number, { find, replace, raw }: Edit): string {
  if (raw) return replace.replace('#', String(number))
  if (find.trim().endsWith(';')) return `if (mutant(${number})) { ${replace} } else { ${find} }`
  return `(mutant(${number}) ? ${replace} : ${find})`
}

function plantedTest(number: number, call: string): string {
  return `
    function test_planted_${number}() external {
        vm.deal(address(0xfa017), vm.envOr("CUSTODY_CONTROL", uint256(${number})));
        try this.${call} {
            revert("${SURVIVED} ${number}.");
        } catch {}
    }
`
}

function imported(text: string, path: string): string {
  const line = `import {mutant} from "${path.startsWith('.') ? path : `./${path}`}";`
  if (text.includes(line)) return text
  return text.replace('pragma solidity 0.8.37;', (pragma) => `${pragma}\n${line}`)
}
