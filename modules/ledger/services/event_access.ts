import type { EventRow } from '../storage/history_reader.ts'

/**
 * The resources of an event: its object and its operation, or `/` when it concerns the whole realm.
 */
export function eventPaths(event: Pick<EventRow, 'object_path' | 'operation_path'>): string[] {
  const paths = [event.object_path, event.operation_path].filter((path) => path !== null)
  return paths.length > 0 ? paths : ['/']
}
