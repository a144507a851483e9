import type { ApplicationService } from '@adonisjs/core/types'
import { bind } from '#app/extension/bind'
import { Clock } from '#app/clock/clock'
import { Database } from '#app/storage/database'
import { ActivateSigningKeys } from '#modules/auth/services/activate_signing_keys'
import { AuditLog } from '#modules/auth/services/audit_log'
import { BindSignature } from '#modules/auth/services/bind_signature'
import { CheckSigningKeys } from '#modules/auth/services/check_signing_keys'
import { EndSigningKey } from '#modules/auth/services/end_signing_key'
import { KnownSigningKeys } from '#modules/auth/services/known_signing_keys'
import { ListSigningKeys } from '#modules/auth/services/list_signing_keys'
import { PurgeSignatureClaims } from '#modules/auth/services/purge_signature_claims'
import { ReadSigningKeyEvents } from '#modules/auth/services/read_signing_key_events'
import { RegisterSigningKey } from '#modules/auth/services/register_signing_key'
import { VerifyRequestSignature } from '#modules/auth/services/verify_request_signature'
import { SigningKeyStore } from '#modules/auth/storage/signing_key_store'

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
