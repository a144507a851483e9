// Speaks the command line of solc to forge, with the solc of the lock file underneath: forge then needs
// neither a compiler of its own nor the network.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const solc = createRequire(import.meta.url)('solc')

if (process.argv.includes('--version')) {
  process.stdout.write(
    `solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`
  )
} else {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8')))
}
