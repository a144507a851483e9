// @ts-check
/**
 * Compiles every source there is, and shortens the texts of packages, for installations whose
 * processes cannot write the cache: an image with a read-only file system, or code that belongs to
 * another user.
 */
import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compiled, narrowed } from './compiler.js'
import { SERVICE } from './typescript.js'

const project = fileURLToPath(new URL('../', import.meta.url))
const sources = globSync('**/*.ts', {
  cwd: project,
  exclude: (name) => name === 'node_modules' || name === '.data',
})
/** Packages that are modules of the service say so among their peers; theirs may be sources too. */
const packages = globSync(['node_modules/*/package.json', 'node_modules/@*/*/package.json'], {
  cwd: project,
}).filter((manifest) => {
  const { peerDependencies = {} } = JSON.parse(readFileSync(join(project, manifest), 'utf8'))
  return SERVICE in peerDependencies
})
for (const manifest of packages) {
  sources.push(...globSync(join(dirname(manifest), '**/*.ts'), { cwd: project }))
}
for (const source of sources) compiled(join(project, source))
let shortened = 0
/** Of packages all that a process may load: which of them it does is not known here. */
for (const file of globSync('node_modules/**/*.{js,cjs,mjs}', { cwd: project })) {
  const path = join(project, file)
  // A folder may be called like a file, and a link may lead nowhere.
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) continue
  if (narrowed(path, readFileSync(path, 'utf8')) !== null) shortened++
}
console.log(`compiled ${sources.length} sources, shortened ${shortened} files of packages`)
