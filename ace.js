// Runs the ace commands under the Node.js that npm installed beside the service, whatever Node.js
// the caller has: `node ace migration:status` just works.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'

const NEEDED_MAJOR = 24
const binaries = fileURLToPath(new URL('./node_modules/.bin', import.meta.url))

function runAgainUnder(node) {
  const env = { ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH ?? ''}` }
  const args = [...process.execArgv, ...process.argv.slice(1)]
  const child = spawn(node, args, { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal))
  }
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) {
  // Dynamic on purpose: a static import would run before this check.
  const { reachInstallation } = await import('./bin/launcher/services/embedded_env.js')
  reachInstallation(process.argv[2])
  await import('./bin/typescript.js')
  await import('./bin/console.js')
} else if (existsSync(`${binaries}/node`)) {
  runAgainUnder(`${binaries}/node`)
} else {
  console.error(`Node.js ${NEEDED_MAJOR} or newer is needed: run "npm ci" first.`)
  process.exit(1)
}
