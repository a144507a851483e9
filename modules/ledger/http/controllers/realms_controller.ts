import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer, enveloped } from '#app/http/envelope'
import { realmNotFound } from '#app/http/errors/service_error'
import { AnswerOnce } from '#app/http/idempotency/answer_once'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { LIMITS } from '#app/limits'
import { CreateRealm, type CreatedRealm } from '../../services/create_realm.ts'
import { RealmDirectory } from '../../services/realm_directory.ts'
import { RealmReader } from '../../storage/realm_reader.ts'
import { presentNewRealm, presentRealm } from '../presenters.ts'
import { createRealmBody, listRealmsQuery, realmParams } from '../validators.ts'

@singleton()
export default class RealmsController {
  constructor(
    private createRealm: CreateRealm,
    private realms: RealmDirectory,
    private reader: RealmReader,
    private once: AnswerOnce
  ) {}

  async store(ctx: HttpContext) {
    await this.once.run<CreatedRealm>(ctx, {
      run: (keep) => this.createRealm.run(principalOf(ctx), input(ctx, createRealmBody), keep),
      reply: ({ realm, createdAt }) => enveloped(presentNewRealm(realm, createdAt), 201),
    })
  }

  async index(ctx: HttpContext) {
    const { orgId, realmId } = principalOf(ctx)
    const { limit = LIMITS.listDefault, ...query } = input(ctx, listRealmsQuery)
    const { realms, ...page } = await this.reader.list({ ...query, orgId, onlyId: realmId, limit })
    answer(ctx, { realms: realms.map(presentRealm), ...page })
  }

  async show(ctx: HttpContext) {
    const { id } = input(ctx, realmParams)
    await this.realms.resolve(principalOf(ctx), id)
    const row = await this.reader.byId(id)
    if (!row) throw realmNotFound(id)
    answer(ctx, presentRealm(row))
  }
}
