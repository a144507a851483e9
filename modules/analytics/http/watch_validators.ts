import vine from '@vinejs/vine'
import { opaqueId, pathPrefix, realmId } from '#app/http/rules'
import { ANALYTICS_LIMITS } from '../limits.ts'
import { SOURCE_TYPES } from '../core/watch_sources.ts'

/**
 * The type of a source decides what its value has to be; that is checked when the source is
 * resolved.
 */
const sources = () =>
  vine
    .array(
      vine.object({
        type: vine.enum(SOURCE_TYPES),
        value: vine.string().minLength(1).maxLength(ANALYTICS_LIMITS.watchSourceLength),
      })
    )
    .minLength(1)
    .maxLength(ANALYTICS_LIMITS.watchSources)

export const watchBody = vine.create({ realmId: realmId(), sources: sources() })
export const watchParams = vine.create({ watchId: opaqueId() })
export const watchQuery = vine.create({ realmId: realmId().optional() })

export const watchFrame = vine.create({ sources: sources() })
export const watchIdFrame = vine.create({ watchId: opaqueId() })
export const chartFrame = vine.create({
  watchId: opaqueId(),
  target: pathPrefix().optional(),
  kind: vine.enum(['path', 'object'] as const).optional(),
  objectId: opaqueId().optional(),
})
