import type { ApplicationService } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import { bind } from '#app/extension/bind'
import { ModuleHost } from '#app/extension/module_host'
import { RealmLookup } from '#app/extension/realm_lookup'
import { Database } from '#app/storage/database'
import { AccessTokens } from '#modules/auth/services/access_tokens'
import { ActionRegistry } from '#modules/auth/services/action_registry'
import { AdoptApiKey } from '#modules/auth/services/adopt_api_key'
import { AuditLog } from '#modules/auth/services/audit_log'
import { CreateApiKey } from '#modules/auth/services/create_api_key'
import { KnownEndings } from '#modules/auth/services/known_endings'
import { KnownKeys } from '#modules/auth/services/known_keys'
import { ListApiKeys } from '#modules/auth/services/list_api_keys'
import { ListScopedTokens } from '#modules/auth/services/list_scoped_tokens'
import { MintScopedToken } from '#modules/auth/services/mint_scoped_token'
import { OwnRealm } from '#modules/auth/services/own_realm'
import { ReadScope } from '#modules/auth/services/read_scope'
import { RevokeApiKey } from '#modules/auth/services/revoke_api_key'
import { RevokeScopedToken } from '#modules/auth/services/revoke_scoped_token'
import { ApiKeyStore } from '#modules/auth/storage/api_key_store'
import { EndedCredentialStore } from '#modules/auth/storage/ended_credential_store'
import { ScopedTokenStore } from '#modules/auth/storage/scoped_token_store'

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
