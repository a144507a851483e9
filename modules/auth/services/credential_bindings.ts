import type { ApplicationService } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import { bind } from '#app/extension/bind'
import { ModuleHost } from '#app/extension/module_host'
import { RealmLookup } from '#app/extension/realm_lookup'
import { Database } from '#app/storage/database'
import { AccessTokens } from './access_tokens.ts'
import { ActionRegistry } from './action_registry.ts'
import { AdoptApiKey } from './adopt_api_key.ts'
import { AuditLog } from './audit_log.ts'
import { CreateApiKey } from './create_api_key.ts'
import { KnownEndings } from './known_endings.ts'
import { KnownKeys } from './known_keys.ts'
import { ListApiKeys } from './list_api_keys.ts'
import { ListScopedTokens } from './list_scoped_tokens.ts'
import { MintScopedToken } from './mint_scoped_token.ts'
import { OwnRealm } from './own_realm.ts'
import { ReadScope } from './read_scope.ts'
import { RevokeApiKey } from './revoke_api_key.ts'
import { RevokeScopedToken } from './revoke_scoped_token.ts'
import { ApiKeyStore } from '../storage/api_key_store.ts'
import { EndedCredentialStore } from '../storage/ended_credential_store.ts'
import { ScopedTokenStore } from '../storage/scoped_token_store.ts'

/** API keys, scoped tokens and the catalog of actions. */
export function bindCredentials(container: ApplicationService['container']) {
  bind(container, ApiKeyStore, Database)
  bind(container, ActionRegistry, ModuleHost)
  bind(container, ReadScope, ActionRegistry)
  bind(container, OwnRealm, RealmLookup)
  bind(container, KnownKeys, ApiKeyStore, ActionRegistry)
  bind(container, CreateApiKey, ApiKeyStore, OwnRealm, ReadScope, AuditLog, Database, Clock)
  bind(container, RevokeApiKey, ApiKeyStore, KnownKeys, AuditLog, Database, Clock)
  bind(container, AdoptApiKey, ApiKeyStore, AuditLog, Database, Clock)
  bind(container, ListApiKeys, ApiKeyStore, Clock)
  bind(container, ScopedTokenStore, Database)
  bind(
    container,
    MintScopedToken,
    AccessTokens,
    OwnRealm,
    ReadScope,
    ScopedTokenStore,
    AuditLog,
    Database,
    Clock
  )
  bind(container, ListScopedTokens, ScopedTokenStore, OwnRealm, Clock)
  bind(
    container,
    RevokeScopedToken,
    ScopedTokenStore,
    EndedCredentialStore,
    KnownEndings,
    AuditLog,
    Database,
    Clock
  )
}
