import type { CommandMetaData } from '@adonisjs/core/types/ace'
import RotateKeys from '#modules/auth/commands/rotate_keys'
import VerifyAudit from '#modules/auth/commands/verify_audit'
import VerifySigningKeys from '#modules/auth/commands/verify_signing_keys'

const COMMANDS = [RotateKeys, VerifyAudit, VerifySigningKeys]

/** The loader interface of ace: what commands exist, and which class answers to a name. */
export async function getMetaData(): Promise<CommandMetaData[]> {
  return COMMANDS.map((command) => command.serialize())
}

export async function getCommand({ commandName }: CommandMetaData) {
  return COMMANDS.find((command) => command.commandName === commandName) ?? null
}
