import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer, enveloped } from '#app/http/envelope'
import { AnswerOnce } from '#app/http/idempotency/answer_once'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { LIMITS } from '#app/limits'
import type { LabelChange, Labels } from '../../core/labels.ts'
import { BrowseFolder } from '../../services/browse_folder.ts'
import { DeclareZone } from '../../services/declare_zone.ts'
import { LabelFolder } from '../../services/label_folder.ts'
import { LabelObject } from '../../services/label_object.ts'
import { ListVersions } from '../../services/list_versions.ts'
import { presentObject } from '../presenters.ts'
import { presentFolder, presentFolderLabels, presentZone } from '../present_shelf.ts'
import {
  browseQuery,
  declareZoneBody,
  folderQuery,
  inRealmQuery,
  labelFolderBody,
  labelObjectBody,
  versionsQuery,
} from '../shelf_validators.ts'
import { idParams } from '../validators.ts'

@singleton()
export default class ShelvesController {
  constructor(
    private browseFolder: BrowseFolder,
    private declareZone: DeclareZone,
    private labelFolder: LabelFolder,
    private labelObject: LabelObject,
    private listVersions: ListVersions,
    private once: AnswerOnce
  ) {}

  async browse(ctx: HttpContext) {
    const { prefix = '/', includeDeleted, include, limit, ...query } = input(ctx, browseQuery)
    const folder = await this.browseFolder.run(principalOf(ctx), {
      ...query,
      prefix,
      includeDeleted: includeDeleted === 'true',
      includeLabels: include !== undefined,
      limit: limit ?? LIMITS.listDefault,
    })
    answer(ctx, presentFolder(folder))
  }

  async storeZone(ctx: HttpContext) {
    await this.once.run(ctx, {
      run: () => this.declareZone.run(principalOf(ctx), input(ctx, declareZoneBody)),
      reply: ({ zone, declared }) => enveloped(presentZone(zone), declared ? 201 : 200),
    })
  }

  async labelObjectById(ctx: HttpContext) {
    const { id } = input(ctx, idParams)
    const { realmId } = input(ctx, inRealmQuery)
    const { labels } = input(ctx, labelObjectBody)
    const object = await this.labelObject.run(principalOf(ctx), {
      id,
      realmId,
      // The validator let only texts and nulls through.
      labels: labels as LabelChange,
    })
    answer(ctx, { object: presentObject(object) })
  }

  async folderLabels(ctx: HttpContext) {
    const folder = await this.labelFolder.read(principalOf(ctx), input(ctx, folderQuery))
    answer(ctx, presentFolderLabels(folder))
  }

  async replaceFolderLabels(ctx: HttpContext) {
    const { labels, ...address } = input(ctx, labelFolderBody)
    // The validator let only texts through.
    const folder = await this.labelFolder.replace(principalOf(ctx), address, labels as Labels)
    answer(ctx, presentFolderLabels(folder))
  }

  async versions(ctx: HttpContext) {
    const { id } = input(ctx, idParams)
    const { limit = LIMITS.listDefault, ...query } = input(ctx, versionsQuery)
    const { versions, ...page } = await this.listVersions.run(principalOf(ctx), {
      id,
      limit,
      ...query,
    })
    answer(ctx, { versions: versions.map(presentObject), ...page })
  }
}
