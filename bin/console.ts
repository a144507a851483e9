import { refuseDestroyingCommands } from '#app/preflight/destroying_commands'
import { failBoot, ignite } from './ignite.ts'

ignite('worker')
  .ace()
  .configure(refuseDestroyingCommands)
  .handle(process.argv.slice(2))
  .catch(failBoot)
