import { LRUCache } from 'lru-cache'

type Extra<Value extends object | string | boolean> = Pick<
  LRUCache.OptionsMaxLimit<string, Value, unknown>,
  'ttl' | 'dispose' | 'fetchMethod'
>

/** How late the clock of a cache may be: a value is told for so long after its time. */
export const CLOCK_EVERY_MS = 20

/**
 * Remembers up to `most` values, those that were asked for last. It takes room as it fills: with a
 * largest number the library takes all of it at once, which was an eighth of the memory of a process
 * that has nothing to remember.
 */
export function boundedCache<Value extends object | string | boolean>(
  most: number,
  extra: Extra<Value> = {}
): LRUCache<string, Value> {
  return new LRUCache<string, Value>({
    // The library looks at the clock once in so many milliseconds, by a timer: each of one would cost a busy
    // process a thousand timers a second.
    ttlResolution: CLOCK_EVERY_MS,
    ...extra,
    maxSize: most,
    sizeCalculation: () => 1,
  })
}
