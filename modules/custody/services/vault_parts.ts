import type { Logger } from '@adonisjs/core/logger'
import type { Clock } from '#app/clock/clock'
import type { OutboxRelay } from '#app/queue/outbox_relay'
import type { Database } from '#app/storage/database'
import type { PoolStore } from '../storage/pool_store.ts'
import type { SettlementStore } from '../storage/settlement_store.ts'
import { VaultMoveStore } from '../storage/vault_move_store.ts'
import type { BoundaryParts } from './boundary_parts.ts'
import { BringVaultsHome } from './bring_vaults_home.ts'
import type { HouseParts } from './house_parts.ts'
import { KeepVaults } from './keep_vaults.ts'
import type { ChainOutcomes } from './chain_outcomes.ts'
import { RecordVaultMoves } from './record_vault_moves.ts'
import { SettleVault } from './settle_vault.ts'

/** What keeps the value of exchange objects, wired once per process. */
export interface VaultParts {
  keeper: KeepVaults
  consumer: RecordVaultMoves
  home: BringVaultsHome
}

interface Needs {
  houses: HouseParts
  pools: PoolStore
  boundaries: BoundaryParts
  settlements: SettlementStore
  outcomes: ChainOutcomes
  relay: Pick<OutboxRelay, 'announce'>
  database: Database
  clock: Clock
  log: Logger
}

export function vaultParts(needs: Needs): VaultParts {
  const { houses, pools, boundaries, settlements, outcomes, relay, database, clock, log } = needs
  const { directory, register, objects } = boundaries
  const { calls, house, fees } = houses
  const moves = new VaultMoveStore(database, clock, settlements)
  const settle = new SettleVault(calls, house, moves)
  return {
    keeper: new KeepVaults({
      calls,
      settle,
      fees,
      moves,
      objects,
      outcomes,
      pools,
      directory,
      register,
      log,
    }),
    consumer: new RecordVaultMoves(moves, relay),
    home: new BringVaultsHome({ calls, objects, register, database, log }),
  }
}
