import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import type { Artifact } from '../chain/artifacts.ts'

/**
 * viaIR keeps the final pool under the 24,576 bytes a contract may have. No metadata, so that the
 * bytecode depends on nothing but code and settings and addresses stay the same everywhere.
 */
const SETTINGS = {
  viaIR: true,
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'cancun',
  metadata: { bytecodeHash: 'none', appendCBOR: false },
} as const

/** The contracts whose artifacts are committed. */
export const COMPILED = [
  'RealmCustody',
  'RealmCustodyExtension',
  'CosignerGroup',
  'CustodyFactory',
  'CustodyLens',
  'TokenHolder',
  'TestUSD',
] as const

interface CompilerMessage {
  severity: string
  formattedMessage: string
  sourceLocation?: { file: string }
}

interface CompiledContract {
  abi: unknown[]
  evm: { bytecode: { object: string }; deployedBytecode: { object: string } }
  storageLayout: { storage: { label: string; slot: string; offset: number; type: string }[] }
}

interface CompilerOutput {
  errors?: CompilerMessage[]
  contracts?: Record<string, Record<string, CompiledContract>>
}

interface Compiler {
  version(): string
  compile(
    input: string,
    callbacks: { import: (path: string) => { contents: string } | { error: string } }
  ): string
}

/**
 * Compiles the contracts of a folder with the solc and OpenZeppelin versions of the lock file.
 *
 * @returns one artifact per name of `COMPILED`
 * @throws Error with the compiler's text; warnings in our own sources count as errors
 */
export function compileContracts(folder: string): Map<string, Artifact> {
  const require = createRequire(import.meta.url)
  const solc = require('solc') as Compiler
  const sources = ownSources(folder)
  const hashes = new Map([...sources].map(([name, text]) => [name, sha256(text)]))
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries([...sources].map(([name, content]) => [name, { content }])),
    settings: {
      ...SETTINGS,
      outputSelection: {
        '*': {
          '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object', 'storageLayout'],
        },
      },
    },
  }
  const library = (path: string) => {
    try {
      const contents = readFileSync(require.resolve(path), 'utf8')
      hashes.set(path, sha256(contents))
      return { contents }
    } catch {
      return { error: `${path} is not installed` }
    }
  }
  const output = JSON.parse(
    solc.compile(JSON.stringify(input), { import: library })
  ) as CompilerOutput
  const problems = (output.errors ?? []).filter((message) => isProblem(message, sources))
  if (problems.length > 0) {
    throw new Error(problems.map((problem) => problem.formattedMessage).join('\n'))
  }
  const sourceHashes = Object.fromEntries([...hashes].sort(([a], [b]) => (a < b ? -1 : 1)))
  return new Map(
    COMPILED.map((name) => [name, artifactOf(name, output, solc.version(), sourceHashes)])
  )
}

/** The text of an artifact file; the same artifact always gives the same bytes. */
export function artifactText(artifact: Artifact): string {
  return `${JSON.stringify(artifact, null, 2)}\n`
}

/** The names whose committed artifact differs from what the sources compile to. */
export function staleArtifacts(folder: string, compiled: Map<string, Artifact>): string[] {
  return [...compiled]
    .filter(([name, artifact]) => {
      const file = artifactFile(folder, name)
      return !existsSync(file) || readFileSync(file, 'utf8') !== artifactText(artifact)
    })
    .map(([name]) => name)
}

/** Whole or not at all: the service, and with it the command that builds, does not load half a file. */
export function writeArtifact(folder: string, artifact: Artifact): void {
  const file = artifactFile(folder, artifact.contractName)
  writeFileSync(`${file}.new`, artifactText(artifact))
  renameSync(`${file}.new`, file)
}

export function artifactFile(folder: string, name: string): string {
  return join(folder, 'artifacts', `${name}.json`)
}

function artifactOf(
  name: string,
  output: CompilerOutput,
  compiler: string,
  sourceHashes: Record<string, string>
): Artifact {
  const contract = output.contracts?.[`${name}.sol`]?.[name]
  if (!contract) throw new Error(`${name}.sol defines no contract ${name}`)
  return {
    contractName: name,
    abi: contract.abi as Artifact['abi'],
    bytecode: `0x${contract.evm.bytecode.object}`,
    deployedBytecode: `0x${contract.evm.deployedBytecode.object}`,
    storage: slotsOf(contract),
    compiler,
    settings: SETTINGS,
    sourceHashes,
  }
}

/** Where each variable lies. Names of types without the number that the compiler gives them anew each time. */
function slotsOf({ storageLayout }: CompiledContract): string[] {
  return storageLayout.storage.map(({ label, slot, offset, type }) => {
    const kind = type.replace(/\)\d+(_storage)?/g, ')').replace(/^t_/, '')
    return `${slot}+${offset} ${label}: ${kind}`
  })
}

/** Warnings of a library are its authors' to weigh; errors and our own warnings stop the build. */
function isProblem(message: CompilerMessage, sources: Map<string, string>): boolean {
  if (message.severity === 'error') return true
  return message.severity === 'warning' && sources.has(message.sourceLocation?.file ?? '')
}

/** Every .sol file below the folder but its tests, by its path relative to it, in a stable order. */
export function ownSources(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.sol'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('test/'))
    .sort()
  return new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
