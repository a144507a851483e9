import type { Group } from '@japa/runner/core'
import { ChildService } from './child_service.ts'
import { emptyQueues } from './emptied_queues.ts'

/**
 * One server for all tests of a group, whose workers die. Each test finds the queues empty: what a
 * worker of the test before had left in Redis would come back to the next one.
 *
 * @param prefix of its queues
 * @returns where it is, from the group's first test on
 */
export function sharedServer(group: Group, prefix: string): () => string {
  let server: ChildService
  group.setup(async () => {
    server = await ChildService.server({ QUEUE_PREFIX: prefix })
    return () => server.stop()
  })
  group.each.setup(async () => {
    await emptyQueues(prefix)
  })
  return () => server.url
}
