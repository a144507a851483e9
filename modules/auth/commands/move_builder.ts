import { BaseCommand, args, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { BUILDER_ROLES } from '#app/extension/principal'
import { isRole } from '../core/roles.ts'
import { MoveBuilder, NotMoved } from '../services/move_builder.ts'

/** Lets builders share an organization, and leave it. Operators run it: nobody else moves people. */
export default class MoveBuilderCommand extends BaseCommand {
  static override commandName = 'auth:move-builder'
  static override description =
    'Moves a builder into an organization, or without one into an organization of their own'
  static override options: CommandOptions = { startApp: true }

  @args.string({ description: 'The address that the builder signs in with' })
  declare email: string

  @args.string({ description: 'The organization, org_…', required: false })
  declare organization?: string

  @flags.string({ description: 'What they are there: owner, developer or viewer' })
  declare role?: string

  override async run() {
    const move = await this.app.container.make(MoveBuilder)
    const { email, organization = null, role = null } = this
    try {
      if (role !== null && !isRole(role))
        throw new NotMoved(`A role is one of ${BUILDER_ROLES.join(', ')}.`)
      const { builder, orgId, ended } = await move.run(email, organization, role)
      this.logger.success(`${builder.email} is in ${orgId}; ${ended} sessions and tokens ended`)
    } catch (error) {
      if (!(error instanceof NotMoved)) throw error
      this.logger.error(error.message)
      this.exitCode = 1
    }
  }
}
