import type { StoredEvent } from '../storage/history_reader.ts'

/**
 * The resources of an event: its object and its operation, or `/` when it concerns the whole realm.
 */
export function eventPaths(event: Pick<StoredEvent, 'objectPath' | 'operationPath'>): string[] {
  const paths = [event.objectPath, event.operationPath].filter((path) => path !== null)
  return paths.length > 0 ? paths : ['/']
}
