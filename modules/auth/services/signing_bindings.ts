import type { ApplicationService } from '@adonisjs/core/types'
import { bind } from '#app/extension/bind'
import { Clock } from '#app/clock/clock'
import { Database } from '#app/storage/database'
import { ActivateSigningKeys } from './activate_signing_keys.ts'
import { AuditLog } from './audit_log.ts'
import { BindSignature } from './bind_signature.ts'
import { CheckSigningKeys } from './check_signing_keys.ts'
import { EndSigningKey } from './end_signing_key.ts'
import { KnownSigningKeys } from './known_signing_keys.ts'
import { ListSigningKeys } from './list_signing_keys.ts'
import { PurgeSignatureClaims } from './purge_signature_claims.ts'
import { ReadSigningKeyEvents } from './read_signing_key_events.ts'
import { RegisterSigningKey } from './register_signing_key.ts'
import { VerifyRequestSignature } from './verify_request_signature.ts'
import { SigningKeyStore } from '../storage/signing_key_store.ts'

/** Signing keys, and the signatures made with them. */
export function bindSigning(container: ApplicationService['container']) {
  bind(container, SigningKeyStore, Database)
  bind(container, ActivateSigningKeys, SigningKeyStore, Database, Clock)
  bind(container, KnownSigningKeys, SigningKeyStore, ActivateSigningKeys)
  bind(container, VerifyRequestSignature, KnownSigningKeys, Clock)
  bind(container, BindSignature, Database)
  bind(container, PurgeSignatureClaims, Database, Clock)
  bind(container, ListSigningKeys, SigningKeyStore, Clock)
  bind(container, ReadSigningKeyEvents, SigningKeyStore, ActivateSigningKeys, Clock)
  bind(container, CheckSigningKeys, SigningKeyStore, Database)
  bind(container, RegisterSigningKey, SigningKeyStore, KnownSigningKeys, AuditLog, Database, Clock)
  bind(
    container,
    EndSigningKey,
    SigningKeyStore,
    ActivateSigningKeys,
    KnownSigningKeys,
    AuditLog,
    Database,
    Clock
  )
}
