// @ts-check
// Compiles the client into build/, for import and for require. Nothing is done when build/ is of these
// sources already, and builds that run at once do not disturb each other.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const BUILT = join(FOLDER, 'build')
/** On the same disk, and no part of the project. */
const SCRATCH = join(FOLDER, '../../tmp')
const STAMP = 'sources.sha256'
const SCHEMA = 'generated/schema.d.ts'
/** The types of the API are large: the package has them once. */
const SCHEMA_OF_CJS = `import type {
  components as Components,
  operations as Operations,
} from '../../esm/generated/schema.js' with { 'resolution-mode': 'import' }

export type components = Components
export type operations = Operations
`

const stamp = sourcesHash()
if (stampOf(BUILT) !== stamp) {
  mkdirSync(SCRATCH, { recursive: true })
  const made = mkdtempSync(join(SCRATCH, 'client-'))
  compile(made)
  writeFileSync(join(made, STAMP), stamp)
  // Another build of the same sources may have been faster, and somebody may be reading its files.
  if (stampOf(BUILT) === stamp) rmSync(made, { recursive: true })
  else replace(made)
}

function sourcesHash() {
  const hash = createHash('sha256')
  const sources = readdirSync(join(FOLDER, 'src'), { recursive: true }).map((name) => `src/${name}`)
  const files = [...sources.filter((name) => name.endsWith('.ts')), 'tsconfig.json', 'build.js']
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(FOLDER, file)))
  return hash.digest('hex')
}

/** @param {string} folder */
function stampOf(folder) {
  try {
    return readFileSync(join(folder, STAMP), 'utf8')
  } catch {
    return null
  }
}

/** @param {string} folder */
function compile(folder) {
  const compiler = createRequire(import.meta.url).resolve('@typescript/native/package.json')
  const tsc = join(dirname(compiler), 'bin/tsc')
  for (const [name, module] of [
    ['esm', 'esnext'],
    ['cjs', 'commonjs'],
  ]) {
    const outDir = join(folder, String(name))
    const args = ['-p', FOLDER, '--module', String(module), '--outDir', outDir]
    execFileSync(process.execPath, [tsc, ...args], { stdio: 'inherit' })
  }
  writeFileSync(join(folder, 'cjs/package.json'), '{ "type": "commonjs" }\n')
  writeFileSync(join(folder, 'cjs', SCHEMA), SCHEMA_OF_CJS)
}

/** @param {string} made */
function replace(made) {
  const old = `${made}-old`
  try {
    renameSync(BUILT, old)
  } catch {
    // There was none before.
  }
  renameSync(made, BUILT)
  rmSync(old, { recursive: true, force: true })
}
