import type { Enclosure } from './isolation.ts'

/**
 * What lies at and below one child path of a folder. Times are SQL datetimes, which sort as text.
 */
export interface FolderContent {
  /** The last segment of the child path. */
  segment: string
  /** Whether an object lies at exactly this path: 0 or 1. */
  objectsAt: number
  /** Number of paths that hold objects, at any depth. */
  objectsBelow: number
  zonesBelow: number
  /** Set when the child path itself is an isolation zone. */
  zone: { boundaryId: string; createdAt: string } | null
  oldestBelow: string | null
}

/** A child path as browsing shows it. */
export interface FolderEntry {
  path: string
  kind: 'isolation_zone' | 'folder'
  hasObjects: boolean
  /** Whether there are neither objects nor zones. */
  isEmpty: boolean
  createdAt: string
  enclosure: Enclosure
}

/** The entry of a child path that is a folder or a zone. */
export function folderEntry(
  folder: string,
  { segment, objectsAt, objectsBelow, zonesBelow, zone, oldestBelow }: FolderContent,
  current: Enclosure
): FolderEntry {
  const path = `${folder}${segment}`
  // An object at the root of a zone lies in the zone; an object at the path of a plain folder lies
  // beside it.
  const objects = zone ? objectsBelow + objectsAt : objectsBelow
  return {
    path,
    kind: zone ? 'isolation_zone' : 'folder',
    hasObjects: objects > 0,
    isEmpty: objects === 0 && zonesBelow === 0,
    createdAt: zone?.createdAt ?? oldestBelow!,
    enclosure: zone ? { path, boundaryId: zone.boundaryId } : current,
  }
}

/** The place of an entry in the order of a folder: newest first, then by path. */
export interface FolderPlace {
  createdAt: string
  segment: string
}

export function placeOf({ segment, zone, oldestBelow }: FolderContent): FolderPlace {
  return { segment, createdAt: zone?.createdAt ?? oldestBelow! }
}

/** Newest first, then by the bytes of the path, which is the order of the database. */
export function comparePlaces(left: FolderPlace, right: FolderPlace): number {
  if (left.createdAt !== right.createdAt) return left.createdAt > right.createdAt ? -1 : 1
  return Buffer.compare(Buffer.from(left.segment), Buffer.from(right.segment))
}

/**
 * Gathers the child paths of a folder out of all paths in it, for one reader. Paths that are not
 * readable count nowhere. A reader with the right to the child path itself sees it with all it
 * contains.
 */
export class FolderTally {
  #contents = new Map<string, { content: FolderContent; own: boolean; visible: boolean }>()

  /** @param folder with a trailing slash */
  constructor(
    private folder: string,
    private mayRead: (path: string) => boolean
  ) {}

  addObject(path: string, createdAt: string) {
    const { child, below } = this.#child(path)
    if (!child.own && !this.mayRead(path)) return
    if (!below) {
      child.content.objectsAt++
      return
    }
    child.content.objectsBelow++
    this.#noteBelow(child, createdAt)
  }

  addZone(path: string, boundaryId: string, createdAt: string) {
    const { child, below } = this.#child(path)
    if (!below) {
      // A zone is noted also when its reader may read only something inside it, so that the entry
      // shows its kind.
      child.content.zone = { boundaryId, createdAt }
      if (child.own) child.visible = true
      return
    }
    if (!child.own && !this.mayRead(path)) return
    child.content.zonesBelow++
    this.#noteBelow(child, createdAt)
  }

  /** All readable child paths, in the order of the folder. */
  contents(): FolderContent[] {
    return [...this.#contents.values()]
      .filter(({ visible }) => visible)
      .map(({ content }) => content)
      .sort((left, right) => comparePlaces(placeOf(left), placeOf(right)))
  }

  #noteBelow(child: { content: FolderContent; visible: boolean }, createdAt: string) {
    const { oldestBelow } = child.content
    if (oldestBelow === null || createdAt < oldestBelow) child.content.oldestBelow = createdAt
    child.visible = true
  }

  #child(path: string) {
    const end = path.indexOf('/', this.folder.length)
    const segment = path.slice(this.folder.length, end === -1 ? undefined : end)
    let child = this.#contents.get(segment)
    if (!child) {
      const own = this.mayRead(`${this.folder}${segment}`)
      child = { content: { segment, ...NOTHING }, own, visible: false }
      this.#contents.set(segment, child)
    }
    return { child, below: end !== -1 }
  }
}

const NOTHING = { objectsAt: 0, objectsBelow: 0, zonesBelow: 0, zone: null, oldestBelow: null }
