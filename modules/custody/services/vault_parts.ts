import type { Logger } from '@adonisjs/core/logger'
import type { Clock } from '#app/clock/clock'
import type { OutboxRelay } from '#app/queue/outbox_relay'
import type { Database } from '#app/storage/database'
import type { PoolStore } from '../storage/pool_store.ts'
import type { SettlementStore } from '../storage/settlement_store.ts'
import { VaultMoveStore } from '../storage/vault_move_store.ts'
import type { BoundaryParts } from './boundary_parts.ts'
import { BringVaultsHome } from './bring_vaults_home.ts'
import type { CustodyChain } from './custody_chain.ts'
import { House } from './house.ts'
import { KeepVaults } from './keep_vaults.ts'
import type { Outcomes } from './outcomes.ts'
import { RecordVaultMoves } from './record_vault_moves.ts'
import { SettleVault } from './settle_vault.ts'
import { VaultCalls } from './vault_calls.ts'

/** What keeps the value of exchange objects, wired once per process. */
export interface VaultParts {
  keeper: KeepVaults
  consumer: RecordVaultMoves
  home: BringVaultsHome
}

interface Needs {
  chain: CustodyChain
  pools: PoolStore
  boundaries: BoundaryParts
  settlements: SettlementStore
  outcomes: Outcomes
  relay: Pick<OutboxRelay, 'announce'>
  database: Database
  clock: Clock
  log: Logger
}

export function vaultParts(needs: Needs): VaultParts {
  const { chain, pools, boundaries, settlements, outcomes, relay, database, clock, log } = needs
  const { directory, register, objects } = boundaries
  const calls = new VaultCalls(chain)
  const moves = new VaultMoveStore(database, clock, settlements)
  const settle = new SettleVault(calls, new House(calls), moves)
  return {
    keeper: new KeepVaults({
      ...{ calls, settle, moves, objects, outcomes, pools, directory, register, log },
    }),
    consumer: new RecordVaultMoves(moves, relay),
    home: new BringVaultsHome({ calls, objects, register, database, log }),
  }
}
