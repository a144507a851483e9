import { AccessControl } from '#app/extension/access_control'
import { ModuleHost } from '#app/extension/module_host'
import { singleton } from '#app/extension/singleton'
import { type Following, JournalTail } from './journal_tail.ts'
import { RealmStreams } from './realm_streams.ts'
import { ObjectReader } from '../storage/object_reader.ts'

interface OpenStreams {
  streams: RealmStreams
  following: Following
}

/** The streams of the realms that connections of this process listen to. */
@singleton()
export class Streams {
  #realms = new Map<string, OpenStreams>()

  constructor(
    private tail: JournalTail,
    private objects: ObjectReader,
    private access: AccessControl,
    private modules: ModuleHost
  ) {}

  of(realmId: string): OpenStreams {
    const known = this.#realms.get(realmId)
    if (known) return known
    const parts = this.modules.contributions('watchParts')
    const streams = new RealmStreams(this.objects, this.access, parts)
    const open = { streams, following: this.tail.follow(realmId, streams) }
    this.#realms.set(realmId, open)
    return open
  }

  /** To be called whenever a listener has gone. */
  stopIfIdle(realmId: string) {
    const open = this.#realms.get(realmId)
    if (!open?.streams.idle) return
    open.following.stop()
    this.#realms.delete(realmId)
  }
}
