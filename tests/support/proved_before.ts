import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Beside the dependencies: `npm ci` empties it, and a fresh machine has none. */
const STAMPS = join(ROOT, 'node_modules/.cache/proved')

/**
 * Proves what takes long and depends on nothing but files, unless this machine has proved it from
 * the very same files. A proof that fails leaves no stamp. With `PROVE_AGAIN=1` it always runs.
 *
 * @param name of the proof, and of its stamp
 * @param from files and directories relative to the project
 * @returns whether the proof ran
 * @throws what the proof throws
 */
export async function unlessProved(
  name: string,
  from: readonly string[],
  prove: () => Promise<void>
): Promise<boolean> {
  const stamp = join(STAMPS, name)
  const digest = digestOf(from)
  const isProved = existsSync(stamp) && readFileSync(stamp, 'utf8') === digest
  if (isProved && process.env.PROVE_AGAIN !== '1') return false
  await prove()
  mkdirSync(STAMPS, { recursive: true })
  writeFileSync(stamp, digest)
  return true
}

/** Of names and contents, and of the runtime. @throws when one of them does not exist */
export function digestOf(from: readonly string[]): string {
  const hash = createHash('sha256').update(process.version)
  for (const file of from.flatMap(filesOf).sort()) {
    const content = createHash('sha256').update(readFileSync(file)).digest('hex')
    hash.update(`\0${relative(ROOT, file)}\0${content}`)
  }
  return hash.digest('hex')
}

function filesOf(path: string): string[] {
  const absolute = join(ROOT, path)
  if (!statSync(absolute).isDirectory()) return [absolute]
  const found = globSync('**/*', { cwd: absolute }).map((file) => join(absolute, file))
  return found.filter((file) => statSync(file).isFile())
}
