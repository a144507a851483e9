import type { CommandMetaData } from '@adonisjs/core/types/ace'
import LedgerCheck from '#modules/ledger/commands/ledger_check'
import LedgerVerifyExport from '#modules/ledger/commands/ledger_verify_export'

const COMMANDS = [LedgerCheck, LedgerVerifyExport]

/** The loader interface of ace: what commands exist, and which class answers to a name. */
export async function getMetaData(): Promise<CommandMetaData[]> {
  return COMMANDS.map((command) => command.serialize())
}

export async function getCommand({ commandName }: CommandMetaData) {
  return COMMANDS.find((command) => command.commandName === commandName) ?? null
}
