import type { ApplicationService } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import { bind } from '#app/extension/bind'
import { RealmLookup } from '#app/extension/realm_lookup'
import { Database } from '#app/storage/database'
import { AccessTokens } from './access_tokens.ts'
import { AuditLog } from './audit_log.ts'
import { DecideStepUp } from './decide_step_up.ts'
import { OpenStepUp } from './open_step_up.ts'
import { PurgeStepUps } from './purge_step_ups.ts'
import { ReadStepUpStatus } from './read_step_up_status.ts'
import { RedeemStepUp } from './redeem_step_up.ts'
import { ShowStepUp } from './show_step_up.ts'
import { AccountStore } from '../storage/account_store.ts'
import { ApiKeyStore } from '../storage/api_key_store.ts'
import { StepUpStore } from '../storage/step_up_store.ts'

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
