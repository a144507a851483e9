import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { SharedAnswer } from '#app/http/shared_answer'
import { isKnown, VersionedAnswers } from '#app/http/versioned_answers'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { LIMITS } from '#app/limits'
import { CreateObject } from '../../services/create_object.ts'
import { ListObjects, type ObjectPage } from '../../services/list_objects.ts'
import { type ObjectAddress, ReadObject } from '../../services/read_object.ts'
import { presentBalance, presentObject, presentOperation } from '../presenters.ts'
import { presentObjectDetail } from '../present_object_detail.ts'
import { markReplay } from '../mark_replay.ts'
import {
  createObjectBody,
  idParams,
  listObjectsQuery,
  namedRealmQuery,
  objectByPathQuery,
} from '../validators.ts'

@singleton()
export default class ObjectsController {
  #page = new SharedAnswer(({ objects, ...page }: ObjectPage) => ({
    objects: objects.map(presentObject),
    ...page,
  }))
  #detail = new SharedAnswer(presentObjectDetail)

  constructor(
    private createObject: CreateObject,
    private listObjects: ListObjects,
    private readObject: ReadObject,
    private versioned: VersionedAnswers
  ) {}

  async store(ctx: HttpContext) {
    const made = await this.createObject.run(principalOf(ctx), input(ctx, createObjectBody))
    const object = presentObject(made.object)
    if (!made.operation) return answer(ctx, { object }, 200)
    markReplay(ctx, made.replayed)
    answer(ctx, { object, operation: presentOperation(made.operation) }, 201)
  }

  async index(ctx: HttpContext) {
    const { prefix = '/', includeDeleted, include, limit, ...query } = input(ctx, listObjectsQuery)
    const page = await this.listObjects.run(principalOf(ctx), {
      ...query,
      prefix,
      limit: limit ?? LIMITS.listDefault,
      includeDeleted: includeDeleted === 'true',
      includeLabels: include !== undefined,
    })
    this.#page.send(ctx, page)
  }

  async show(ctx: HttpContext) {
    await this.#show(ctx, { ...input(ctx, idParams), ...input(ctx, namedRealmQuery) })
  }

  async byPath(ctx: HttpContext) {
    const { realmId, path } = input(ctx, objectByPathQuery)
    await this.#show(ctx, { realmId, path })
  }

  async balances(ctx: HttpContext) {
    const where = { ...input(ctx, idParams), ...input(ctx, namedRealmQuery) }
    const balances = await this.readObject.balances(principalOf(ctx), where)
    const newest = balances.reduce((most, { lastSeq }) => Math.max(most, lastSeq), 0)
    if (isKnown(ctx, String(newest))) return
    const shown = balances.map((each) => ({ ...presentBalance(each), version: each.lastSeq }))
    answer(ctx, { balances: shown })
  }

  async #show(ctx: HttpContext, address: ObjectAddress) {
    const principal = principalOf(ctx)
    const { id, version } = await this.readObject.versioned(principal, address)
    await this.versioned.send(ctx, { name: id, version }, this.#detail, () =>
      this.readObject.detail(principal, id)
    )
  }
}
