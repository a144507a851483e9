import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { InstanceTicks } from '../storage/instance_ticks.ts'
import { SHARED_FEED } from './feed_directory.ts'
import { RealmPassRunner, RealmPasses } from './realm_passes.ts'

/** How many ticks of one realm are read together. */
const PASSES_AT_A_TIME = 200
/** How many realms are passed side by side: each waits for the database most of the time. */
const REALMS_AT_A_TIME = 4

/**
 * Passes the realms that trade through the ticks they have not passed yet. The database knows how
 * far each has come, so that this may run twice, late, or in several processes at once.
 */
@singleton()
export class PassRealms {
  constructor(
    private instances: InstanceTicks,
    private passes: RealmPasses,
    private runner: RealmPassRunner,
    private log: Logger
  ) {}

  /** @param feedId null for all feeds */
  async run(feedId: string | null = null): Promise<void> {
    const behind = await this.instances.behind(SHARED_FEED, feedId)
    const queue = behind[Symbol.iterator]()
    const work = async () => {
      for (const { realmId, tick } of queue) await this.#catchUp(realmId, tick)
    }
    await Promise.all(Array.from({ length: REALMS_AT_A_TIME }, work))
  }

  /** A realm that fails must not hold up the others; it stays behind, and is tried again. */
  async #catchUp(realmId: string, tick: number): Promise<void> {
    try {
      if (tick < 0) return await this.#begin(realmId)
      let reached = tick
      for (;;) {
        const passes = await this.passes.after(realmId, reached, PASSES_AT_A_TIME)
        for (const pass of passes) await this.runner.run(realmId, pass)
        if (passes.length < PASSES_AT_A_TIME) return
        reached = passes.at(-1)!.tick
      }
    } catch (error) {
      this.log.error({ err: error, realmId }, 'a realm could not pass a tick')
    }
  }

  /** A realm that has just begun owes nothing to earlier ticks, so it passes only the newest. */
  async #begin(realmId: string): Promise<void> {
    const pass = await this.passes.newest(realmId)
    if (pass) await this.runner.run(realmId, pass)
  }
}
