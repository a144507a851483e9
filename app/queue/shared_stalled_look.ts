import type { RedisClient } from '#app/queue/redis_client'

/** Workers that begin together look at almost the same time. */
const SAME_LOOK_MS = 1000

/**
 * Whether any queue of this process has a job under way. Each worker looks twice a minute for jobs
 * whose worker has died; without one under way there is none, and one question tells all of them.
 */
export class SharedStalledLook {
  #lists: string[] = []
  #answer: { any: Promise<boolean>; at: number } | null = null

  /** @param redis throws where nothing is to be asked any more */
  constructor(private redis: () => RedisClient) {}

  /** @param list the key of the jobs of a queue that are under way */
  add(list: string) {
    this.#lists.push(list)
  }

  /** @throws when Redis refuses, or nothing is to be asked any more */
  any(): Promise<boolean> {
    const now = performance.now()
    if (this.#answer === null || now - this.#answer.at > SAME_LOOK_MS) {
      const any = this.redis().exists(...this.#lists)
      this.#answer = { any: any.then((lists) => lists > 0), at: now }
    }
    return this.#answer.any
  }
}
