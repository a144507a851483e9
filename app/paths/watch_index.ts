/**
 * Who watches what: a path exactly, or with a trailing slash everything below it. Finding the
 * watchers of a path costs its depth, whatever the number of watchers.
 */
export class WatchIndex<Watcher> {
  #watchers = new Map<string, Set<Watcher>>()

  get size(): number {
    return this.#watchers.size
  }

  add(path: string, watcher: Watcher) {
    const known = this.#watchers.get(path)
    if (known) known.add(watcher)
    else this.#watchers.set(path, new Set([watcher]))
  }

  remove(path: string, watcher: Watcher) {
    const known = this.#watchers.get(path)
    if (known?.delete(watcher) && known.size === 0) this.#watchers.delete(path)
  }

  /** Each watcher once, whatever the number of its paths that fit. */
  matching(paths: readonly (string | null)[]): Set<Watcher> {
    const found = new Set<Watcher>()
    for (const path of paths) {
      if (path === null) continue
      this.#take(path, found)
      for (let end = path.lastIndexOf('/'); end >= 0; end = path.lastIndexOf('/', end - 1)) {
        this.#take(path.slice(0, end + 1), found)
        if (end === 0) break
      }
    }
    return found
  }

  all(): Watcher[] {
    return [...new Set([...this.#watchers.values()].flatMap((each) => [...each]))]
  }

  #take(key: string, found: Set<Watcher>) {
    for (const watcher of this.#watchers.get(key) ?? []) found.add(watcher)
  }
}
