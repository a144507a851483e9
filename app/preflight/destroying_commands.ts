import type { ApplicationService } from '@adonisjs/core/types'

/** Commands of the framework that drop or empty tables. With `--force` they would not even ask. */
export const DESTROYING_COMMANDS = [
  'db:truncate',
  'db:wipe',
  'migration:fresh',
  'migration:refresh',
  'migration:reset',
  'migration:rollback',
]

/** The message is for people and complete, so the stack is not shown. */
class DestroyingCommandRefused extends Error {
  constructor(command: string) {
    super(
      `"${command}" destroys data and is refused in production, whatever its flags: ` +
        '"npm run reset" empties the embedded service, and any other database goes back to an ' +
        'earlier state by restoring a backup.'
    )
  }

  render() {
    process.stderr.write(`${this.message}\n`)
  }
}

/**
 * Refuses these commands in production before they run: the journal is what people own, and one
 * word in the wrong terminal must not delete it.
 */
export async function refuseDestroyingCommands(app: ApplicationService): Promise<void> {
  const kernel = await app.container.make('ace')
  kernel.loading(({ commandName }) => {
    if (!DESTROYING_COMMANDS.includes(commandName)) return
    // These boot the application, which has read NODE_ENV by now wherever it is set. Others, like
    // the doctor, run without a configuration.
    if (app.config.get<boolean>('preflight.production')) {
      throw new DestroyingCommandRefused(commandName)
    }
  })
}
