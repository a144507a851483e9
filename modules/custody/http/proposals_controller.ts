import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { realmNotFound } from '#app/http/errors/service_error'
import { input } from '#app/http/input'
import { RealmDirectory } from '#modules/ledger/index'
import { ProposeToAdmins } from '../services/propose_to_admins.ts'
import { realmParams } from './sheet_validators.ts'

/** For platform admins: what the admin of a pool has to do with a key that the service does not have. */
@singleton()
export default class ProposalsController {
  constructor(
    private realms: RealmDirectory,
    private propose: ProposeToAdmins
  ) {}

  async index(ctx: HttpContext) {
    const { realmId } = input(ctx, realmParams)
    if (!(await this.realms.find(realmId))) throw realmNotFound(realmId)
    const proposals = await this.propose.ofRealm(realmId)
    answer(ctx, { proposals })
  }
}
