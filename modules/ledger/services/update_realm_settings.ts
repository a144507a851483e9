import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { realmNotFound } from '#app/http/errors/service_error'
import { Database } from '#app/storage/database'
import { auditEntry, AuditLog } from '#modules/auth/index'
import { mergeSettings, type RealmSettingsChange } from '../core/realm_settings.ts'
import { RealmDirectory } from './realm_directory.ts'
import { settingsOf, RealmReader, type StoredRealm } from '../storage/realm_reader.ts'

/**
 * Changes the settings that a realm's pages and orders start from. They move no value, so the
 * journal does not record them.
 */
@singleton()
export class UpdateRealmSettings {
  constructor(
    private realms: RealmDirectory,
    private reader: RealmReader,
    private database: Database,
    private audit: AuditLog,
    private clock: Clock
  ) {}

  /** @throws ServiceError NOT_FOUND */
  async run(principal: Principal, id: string, change: RealmSettingsChange): Promise<StoredRealm> {
    await this.realms.resolve(principal, id)
    await this.database.transaction(async (session) => {
      // Locks the row, so that of two changes of different parts both are kept.
      const realm = await this.reader.lock(session, id)
      if (!realm) throw realmNotFound(id)
      const merged = mergeSettings(settingsOf(realm), change)
      const { defaultApplicationFeeTenthsBps, branding, reservedOperationPaths } = merged
      const now = toSqlDatetime(this.clock.nowMicros())
      await session.write(
        `UPDATE realms SET default_fee_tenths_bps = ?, branding = ?, reserved_operation_paths = ?,
                updated_at = GREATEST(updated_at, ?) WHERE id = ?`,
        [
          defaultApplicationFeeTenthsBps,
          branding && JSON.stringify(branding),
          reservedOperationPaths && JSON.stringify(reservedOperationPaths),
          now,
          id,
        ]
      )
      const facts = { eventType: 'realm_settings_changed', realmId: id } as const
      await this.audit.record(session, auditEntry(principal, { ...facts, details: { change } }))
    })
    this.realms.forget(id)
    const changed = await this.reader.byId(id)
    if (!changed) throw realmNotFound(id)
    return changed
  }
}
