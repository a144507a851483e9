import type { CommandMetaData } from '@adonisjs/core/types/ace'
import BackupDrill from './backup_drill.ts'
import LedgerCheck from './ledger_check.ts'
import LedgerImport from './ledger_import.ts'
import LedgerVerifyExport from './ledger_verify_export.ts'

const COMMANDS = [BackupDrill, LedgerCheck, LedgerImport, LedgerVerifyExport]

/** The loader interface of ace: which commands exist, and which class belongs to a name. */
export async function getMetaData(): Promise<CommandMetaData[]> {
  return COMMANDS.map((command) => command.serialize())
}

export async function getCommand({ commandName }: CommandMetaData) {
  return COMMANDS.find((command) => command.commandName === commandName) ?? null
}
