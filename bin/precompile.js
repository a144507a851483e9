// @ts-check
/**
 * Compiles every source there is, for installations whose processes cannot write the cache: an image
 * with a read-only file system, or code that belongs to another user.
 */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compiled } from './typescript.js'

const project = fileURLToPath(new URL('../', import.meta.url))
const sources = globSync('**/*.ts', {
  cwd: project,
  exclude: (name) => name === 'node_modules' || name === '.data',
})
for (const source of sources) compiled(join(project, source))
console.log(`compiled ${sources.length} sources`)
