import { ModuleHost } from '#app/extension/module_host'
import { singleton } from '#app/extension/singleton'
import type { VaultKeeper } from '#modules/ledger/index'

/** Finds the keeper that holds the value of exchange objects apart, where there is one. */
@singleton()
export class Vaults {
  constructor(private modules: ModuleHost) {}

  /** @returns null when the value lies in the journal alone */
  async of(realm: { realmId: string; realmAsset: 'paper' | 'live' }): Promise<VaultKeeper | null> {
    for (const keeper of this.modules.contributions('vaultKeepers')) {
      if (await keeper.serves(realm)) return keeper
    }
    return null
  }
}
