import type { ApplicationService } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import { bind } from '#app/extension/bind'
import { RealmLookup } from '#app/extension/realm_lookup'
import { Database } from '#app/storage/database'
import { AccessTokens } from '#modules/auth/services/access_tokens'
import { AuditLog } from '#modules/auth/services/audit_log'
import { DecideStepUp } from '#modules/auth/services/decide_step_up'
import { OpenStepUp } from '#modules/auth/services/open_step_up'
import { PurgeStepUps } from '#modules/auth/services/purge_step_ups'
import { ReadStepUpStatus } from '#modules/auth/services/read_step_up_status'
import { RedeemStepUp } from '#modules/auth/services/redeem_step_up'
import { ShowStepUp } from '#modules/auth/services/show_step_up'
import { AccountStore } from '#modules/auth/storage/account_store'
import { ApiKeyStore } from '#modules/auth/storage/api_key_store'
import { StepUpStore } from '#modules/auth/storage/step_up_store'

/** Confirmations by a person: asking, deciding, using. */
export function bindStepUps(container: ApplicationService['container']) {
  bind(container, StepUpStore, Database)
  bind(container, OpenStepUp, StepUpStore, Database, Clock)
  bind(container, ReadStepUpStatus, StepUpStore, AccessTokens, Clock)
  bind(container, RedeemStepUp, StepUpStore, Clock)
  bind(container, ShowStepUp, StepUpStore, AccountStore, ApiKeyStore, RealmLookup, Clock)
  bind(container, DecideStepUp, StepUpStore, AuditLog, Database, Clock)
  bind(container, PurgeStepUps, StepUpStore, Clock)
}
