// @ts-check
// The one entry behind every npm script. It runs on the machine's own Node.js, before anything is
// installed, so nothing under bin/launcher may import a package.
const NEEDED_MAJOR = 18
const COMMANDS = ['start', 'test', 'bench', 'fuzz', 'cluster', 'reset']

const major = Number(process.versions.node.split('.')[0])
const [command = '', ...args] = process.argv.slice(2)

if (major < NEEDED_MAJOR) {
  console.error(
    `Node.js ${NEEDED_MAJOR} or newer is needed to start (this is ${process.version}). Install it from https://nodejs.org.`
  )
  process.exit(1)
}
if (!COMMANDS.includes(command)) {
  console.error(`Usage: node bin/launch.js ${COMMANDS.join(' | ')}`)
  process.exit(1)
}

const module = await import(`./launcher/commands/${command}.js`)
await module[command](args)
