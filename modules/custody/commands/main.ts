import type { CommandMetaData } from '@adonisjs/core/types/ace'
import ContractsBuild from './contracts_build.ts'
import ContractsCheck from './contracts_check.ts'
import Drill from './drill.ts'
import Proposals from './proposals.ts'
import Reindex from './reindex.ts'
import Slither from './slither.ts'
import Symbolic from './symbolic.ts'
import VoidTransfer from './void_transfer.ts'

const COMMANDS = [
  ContractsBuild,
  ContractsCheck,
  Drill,
  Proposals,
  Reindex,
  Slither,
  Symbolic,
  VoidTransfer,
]

/** The loader interface of ace: what commands exist, and which class answers to a name. */
export async function getMetaData(): Promise<CommandMetaData[]> {
  return COMMANDS.map((command) => command.serialize())
}

export async function getCommand(metaData: CommandMetaData) {
  return COMMANDS.find((command) => command.commandName === metaData.commandName) ?? null
}
