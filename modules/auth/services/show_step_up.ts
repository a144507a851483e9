import { Clock } from '#app/clock/clock'
import { RealmLookup } from '#app/extension/realm_lookup'
import { singleton } from '#app/extension/singleton'
import type { Builder } from '../core/builder.ts'
import type { Identity } from '../core/identity.ts'
import { roleMay } from '../core/roles.ts'
import { isStepUpId, statusAt, type StepUpRequest, type StepUpStatus } from '../core/step_up.ts'
import { AccountStore } from '../storage/account_store.ts'
import { ApiKeyStore } from '../storage/api_key_store.ts'
import { StepUpStore } from '../storage/step_up_store.ts'

/** A confirmation as a member of the organization sees it. */
export interface ShownStepUp {
  request: StepUpRequest
  status: StepUpStatus
  /** The member who looks at it. */
  member: Builder
  /** The builder behind the credential that asked. */
  asker: Builder | null
  /** The name of the API key that asked; null for another credential. */
  keyName: string | null
  /** null when the realm is gone, or none is concerned. */
  realmName: string | null
  /** The builder who decided; null before that. */
  decider: Builder | null
}

/** Finds a confirmation for a person in a browser. */
@singleton()
export class ShowStepUp {
  constructor(
    private requests: StepUpStore,
    private accounts: AccountStore,
    private keys: ApiKeyStore,
    private realms: RealmLookup,
    private clock: Clock
  ) {}

  /** @returns null for everybody but members of the organization that is asked who may decide */
  async run({ issuer, subject }: Pick<Identity, 'issuer' | 'subject'>, id: string) {
    if (!isStepUpId(id)) return null
    const [request, member] = await Promise.all([
      this.requests.byId(id),
      this.accounts.findByIdentity(issuer, subject),
    ])
    if (request === null || member === null || member.orgId !== request.asker.orgId) return null
    const needed = request.need.realmId === null ? 'manage' : 'decide'
    if (!roleMay(member.role, needed)) return null
    return this.#shown(request, member)
  }

  async #shown(request: StepUpRequest, member: Builder): Promise<ShownStepUp> {
    const { asker, need, decidedBy } = request
    const [builder, keyName, realmName, decider] = await Promise.all([
      this.accounts.findById(asker.builderId),
      this.keys.nameOf(asker),
      need.realmId === null ? null : this.realms.nameOf(need.realmId),
      decidedBy === null ? null : this.accounts.findById(decidedBy),
    ])
    const status = statusAt(request, this.clock.nowMicros())
    return { request, status, member, asker: builder, keyName, realmName, decider }
  }
}
