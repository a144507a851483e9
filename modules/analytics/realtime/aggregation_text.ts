import type { Clock } from '#app/clock/clock'
import { LEDGER_LIMITS } from '#modules/ledger/index'
import { aggregate, type ValuedObject } from '../core/aggregate.ts'
import { midPriceOf } from '../core/mid_price.ts'
import { presentAggregate, presentObject } from '../http/presenters.ts'
import { WATCH_PREFIX } from '../services/watch_aggregations.ts'
import type { LiveView } from './live_view.ts'

const objectTexts = new WeakMap<ValuedObject, string>()
const viewTexts = new WeakMap<LiveView, { version: number; text: string }>()

/** The text of a view in its present version, made once for all its watches. */
export function sharedText(view: LiveView, clock: Clock): string {
  const known = viewTexts.get(view)
  if (known?.version === view.version) return known.text
  const text = aggregationText(view, clock)
  viewTexts.set(view, { version: view.version, text })
  return text
}

/**
 * The aggregation of a view as JSON text. The text of an object is kept while its worth stays the
 * same: a change in a folder of ten thousand objects costs the sum, and the texts of what changed.
 */
function aggregationText(view: LiveView, clock: Clock): string {
  const objects = view.objects()
  const at = clock.nowMicros()
  const marks = objects.map(({ valuation }) => valuation.marks)
  const rest: Partial<ReturnType<typeof presentAggregate>> = presentAggregate({
    ...aggregate(objects),
    prefix: WATCH_PREFIX,
    asOf: null,
    objects: [],
    midPrice: midPriceOf(marks, at, LEDGER_LIMITS.midStaleSeconds),
    seq: view.seq,
    at,
  })
  delete rest.objects
  const texts = objects.map(objectText).join(',')
  return `${JSON.stringify(rest).slice(0, -1)},"objects":[${texts}]}`
}

function objectText(object: ValuedObject): string {
  const known = objectTexts.get(object)
  if (known !== undefined) return known
  const text = JSON.stringify(presentObject(object))
  objectTexts.set(object, text)
  return text
}
