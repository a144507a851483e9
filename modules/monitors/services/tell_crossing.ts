import { singleton } from '#app/extension/singleton'
import { derivedId, timeMsOf } from '#app/ids/ids'
import { formatUsd, type Atoms } from '#app/money/usd'
import { ObjectReader, TellEvent } from '#modules/ledger/index'
import type { Monitor } from '../core/monitor.ts'

/** The event types of monitors, with the meaning of each. */
export const MONITOR_EVENTS = {
  'monitor.crossed': 'A value that is watched has gone beyond its threshold.',
  'monitor.cleared': 'It has come back, by as much as its hysteresis asks for.',
}

/** Puts a crossing into the journal, once: it is named by its number. */
@singleton()
export class TellCrossing {
  constructor(
    private events: TellEvent,
    private objects: ObjectReader
  ) {}

  async run(monitor: Monitor, state: Told, value: Atoms): Promise<void> {
    const { id, realmId, objectPath, prefix, measure, direction, threshold } = monitor
    const object = objectPath === null ? null : await this.objects.activeAt(realmId, objectPath)
    await this.events.run({
      realmId,
      module: 'monitors',
      event: {
        id: crossingId(monitor, state),
        type: typeOf(state),
        // Lists find the events of an object by its id; one that is deleted meanwhile has none.
        objectId: object?.id ?? null,
        objectPath: objectPath ?? folderOf(prefix!),
        payload: {
          monitorId: id,
          objectPath,
          prefix,
          measure,
          direction,
          value: formatUsd(value),
          threshold: formatUsd(threshold),
        },
      },
    })
  }
}

type Told = 'crossed' | 'clear'

function typeOf(state: Told): keyof typeof MONITOR_EVENTS {
  return state === 'crossed' ? 'monitor.crossed' : 'monitor.cleared'
}

/** The id of the event of the next crossing. */
export function crossingId({ id, crossings }: Monitor, state: Told): string {
  return derivedId('evt', timeMsOf(id), `${typeOf(state)}:${id}:${crossings + 1}`)
}

/** Whoever may read events of the folder may read it; null for the root, which is the whole realm. */
function folderOf(prefix: string): string | null {
  return prefix === '/' ? null : prefix.slice(0, -1)
}
