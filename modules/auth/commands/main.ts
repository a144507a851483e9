import type { CommandMetaData } from '@adonisjs/core/types/ace'
import MoveBuilder from './move_builder.ts'
import RotateKeys from './rotate_keys.ts'
import VerifyAudit from './verify_audit.ts'
import VerifySigningKeys from './verify_signing_keys.ts'

const COMMANDS = [MoveBuilder, RotateKeys, VerifyAudit, VerifySigningKeys]

/** The loader interface of ace: which commands exist, and which class belongs to a name. */
export async function getMetaData(): Promise<CommandMetaData[]> {
  return COMMANDS.map((command) => command.serialize())
}

export async function getCommand({ commandName }: CommandMetaData) {
  return COMMANDS.find((command) => command.commandName === commandName) ?? null
}
