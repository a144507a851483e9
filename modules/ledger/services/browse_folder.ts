import { toSqlDatetime } from '#app/clock/timestamp'
import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader } from '#app/storage/database'
import { defaultBoundaryId } from '../core/boundaries.ts'
import {
  FolderTally,
  comparePlaces,
  folderEntry,
  placeOf,
  type FolderContent,
  type FolderEntry,
  type FolderPlace,
} from '../core/folder_content.ts'
import type { Enclosure } from '../core/isolation.ts'
import type { Labels } from '../core/labels.ts'
import { readablePrefixes } from '../core/readable_prefixes.ts'
import { BoundaryStatuses } from './boundary_statuses.ts'
import { ListCursors, type ListName } from '#app/http/list_cursors'
import { cursorPart } from '#app/storage/cursor'
import { pathGate } from './operation_access.ts'
import { RealmDirectory } from './realm_directory.ts'
import { FolderLabelStore } from '../storage/folder_label_store.ts'
import {
  folderObjectSource,
  readEnclosingZone,
  scanFolderObjects,
  scanFolderZones,
  type FolderScope,
  type ObjectPlace,
} from '../storage/folder_reader.ts'
import { headTime } from '../storage/head_time.ts'
import { readShownObjects, type ObjectKey } from '../storage/object_pages.ts'
import type { ShownObjectRow } from '../storage/rows.ts'
import { walkPage } from '#app/storage/walk'

export interface BrowseQuery {
  realmId: string
  /** `/`, or a path with or without a trailing slash: both name the folder. */
  prefix: string
  includeDeleted: boolean
  includeLabels: boolean
  /** Most objects, and most child paths, in one page. */
  limit: number
  cursor?: string
}

export interface BrowsedFolder {
  path: string
  enclosure: Enclosure
  paths: (FolderEntry & { labels: Labels | null })[]
  objects: ShownObjectRow[]
  nextCursor: string | null
}

/** Where a page starts in one of the two lists; `end` once that list has been shown whole. */
type Start<Place> = Place | null | 'end'

interface BrowseStart {
  cut: string | null
  objects: Start<ObjectPlace>
  paths: Start<FolderPlace>
}

const FROM_THE_TOP: BrowseStart = { cut: null, objects: null, paths: null }

interface Part<Item, Place> {
  items: Item[]
  next: Place | null
}

/** Stands in a cursor for a list that has been shown whole, since a cursor holds texts only. */
const NOWHERE = ['', ''] as const
const placeTime = (part: unknown) => part === '' || cursorPart.time(part)
const placeName = (part: unknown) => typeof part === 'string'
const CURSOR = [cursorPart.time, placeTime, placeName, placeTime, placeName]

/**
 * What lies in a folder: the objects directly in it, and its child paths, all read at one moment.
 * An object is shown when the caller may read it, a child path when the caller may read it or
 * anything in it.
 */
@singleton()
export class BrowseFolder {
  constructor(
    private realms: RealmDirectory,
    private database: Database,
    private folderLabels: FolderLabelStore,
    private access: AccessControl,
    private cursors: ListCursors,
    private boundaries: BoundaryStatuses
  ) {}

  async run(principal: Principal, query: BrowseQuery): Promise<BrowsedFolder> {
    const { realmId, prefix, includeDeleted } = query
    await this.realms.resolve(principal, realmId)
    const path = prefix === '/' ? prefix : prefix.replace(/\/$/, '')
    const folder = path === '/' ? path : `${path}/`
    const list = { of: 'folder', realmId, path, includeDeleted }
    const start =
      query.cursor === undefined ? FROM_THE_TOP : this.#open(principal, list, query.cursor)
    const found = await this.database.snapshot(async (session) => {
      const cut = start.cut ?? (await headTime(session, realmId))
      const within = readablePrefixes(principal.statements)
      const scope: FolderScope = { realmId, folder, includeDeleted, cut, within }
      const zone = await readEnclosingZone(session, realmId, path)
      const keys = await this.#objectsPart(session, principal, scope, query.limit, start.objects)
      const contents = await this.#contentsPart(session, principal, scope, query.limit, start.paths)
      const children = contents.items.map(({ segment }) => `${folder}${segment}`)
      return {
        cut,
        enclosure: {
          path: zone?.path ?? null,
          boundaryId: zone?.boundaryId ?? defaultBoundaryId(realmId),
        },
        objects: await readShownObjects(session, keys.items, query.includeLabels),
        contents: contents.items,
        labels: await this.folderLabels.ofPaths(session, realmId, children),
        next: { objects: keys.next, paths: contents.next },
      }
    })
    return {
      path,
      enclosure: found.enclosure,
      paths: found.contents.map((content) => {
        const entry = folderEntry(folder, content, found.enclosure)
        return { ...entry, labels: found.labels.get(entry.path) ?? null }
      }),
      objects: await this.boundaries.note(found.objects),
      nextCursor: this.#cursor(principal, list, found.cut, found.next),
    }
  }

  async #objectsPart(
    session: SqlReader,
    principal: Principal,
    scope: FolderScope,
    limit: number,
    after: Start<ObjectPlace>
  ): Promise<Part<ObjectKey, ObjectPlace>> {
    if (after === 'end') return { items: [], next: null }
    const gate = pathGate(this.access, principal, 'svc:ReadObject')
    const { rows, next } = await walkPage(folderObjectSource(session, scope), {
      after,
      limit,
      accepts: principal.statements === null ? null : ({ path }) => gate([path]),
      count: false,
    })
    return { items: rows, next }
  }

  async #contentsPart(
    session: SqlReader,
    principal: Principal,
    scope: FolderScope,
    limit: number,
    after: Start<FolderPlace>
  ): Promise<Part<FolderContent, FolderPlace>> {
    if (after === 'end') return { items: [], next: null }
    const everything = principal.statements === null
    const tally = new FolderTally(
      scope.folder,
      (path) => everything || this.access.permits(principal, 'svc:ReadObject', path)
    )
    for await (const zones of scanFolderZones(session, scope)) {
      for (const { path, boundaryId, createdAt } of zones) {
        tally.addZone(path, boundaryId, toSqlDatetime(createdAt))
      }
    }
    for await (const objects of scanFolderObjects(session, scope)) {
      for (const object of objects) tally.addObject(object.path, object.created_at)
    }
    const contents = tally.contents()
    const rest = after
      ? contents.filter((content) => comparePlaces(placeOf(content), after) > 0)
      : contents
    const items = rest.slice(0, limit)
    return { items, next: rest.length > limit ? placeOf(items.at(-1)!) : null }
  }

  #open(principal: Principal, list: ListName, text: string): BrowseStart {
    const [cut, objectsAt, path, pathsAt, segment] = this.cursors.read(
      principal,
      list,
      text,
      CURSOR
    ) as [string, string, string, string, string]
    return {
      cut,
      objects: objectsAt === '' ? 'end' : { createdAt: objectsAt, path },
      paths: pathsAt === '' ? 'end' : { createdAt: pathsAt, segment },
    }
  }

  #cursor(
    principal: Principal,
    list: ListName,
    cut: string,
    { objects, paths }: { objects: ObjectPlace | null; paths: FolderPlace | null }
  ): string | null {
    if (objects === null && paths === null) return null
    const [ofObjects, ofPaths] = [
      objects ? [objects.createdAt, objects.path] : NOWHERE,
      paths ? [paths.createdAt, paths.segment] : NOWHERE,
    ]
    return this.cursors.make(principal, list, [cut, ...ofObjects, ...ofPaths])
  }
}
