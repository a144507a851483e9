import { ModuleHost } from '#app/extension/module_host'
import { singleton } from '#app/extension/singleton'
import { invalid } from '#app/http/errors/service_error'
import { nearestName } from '#app/http/nearest_name'
import { covers, familiesOf } from '../core/webhook.ts'

/** The types of the events that the loaded modules emit. */
@singleton()
export class EventTypes {
  constructor(private modules: ModuleHost) {}

  /**
   * A webhook for a type that nobody emits would wait for ever, and its builder would take the
   * silence for peace.
   *
   * @param wanted types, families of them, or `*`
   * @throws ServiceError VALIDATION_ERROR with every unknown one and the nearest name
   */
  check(wanted: readonly string[]) {
    const known = this.modules.all().flatMap(({ events = {} }) => Object.keys(events))
    const names = new Set([...known, ...known.flatMap(familiesOf)])
    const unknown = [...wanted.entries()].filter(
      ([, type]) => !known.some((each) => covers(type, each))
    )
    if (unknown.length === 0) return
    throw invalid(
      unknown.map(([index, type]) => {
        const near = nearestName(type, names)
        const hint = near ? `Did you mean ${near}?` : 'All are x-events of /openapi.json.'
        const message = `The types.${index} field names no event that is emitted: ${type}. ${hint}`
        return { field: `types.${index}`, rule: 'event_type', message }
      })
    )
  }
}
