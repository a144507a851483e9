/**
 * Finds the watchers of a path: of exactly this path, or of a folder above it, named with a
 * trailing slash. The search costs the depth of the path, however many watchers there are.
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

  /** Each watcher once, however many of its paths match. */
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
