import { schema } from '#app/http/schemas'
import { isolationSchema, labelsSchema, objectSchema } from './schemas.ts'

const { string, nullable, timestamp, list, object, envelope, enumeration, boolean, integer } =
  schema

/** JSON Schemas of the arrangement of objects: labels, folders, zones, versions. */

const folderEntry = schema.named(
  'FolderEntry',
  {
    path: schema.path,
    kind: enumeration('isolation_zone', 'folder'),
    hasObjects: boolean,
    isEmpty: boolean,
    createdAt: timestamp,
    labels: labelsSchema,
    isolation: isolationSchema,
  },
  ['labels']
)

export const shelfAnswers = {
  labelled: envelope(object({ object: objectSchema })),
  folderLabels: envelope(
    schema.named('FolderLabels', {
      realmId: schema.uuid,
      path: schema.path,
      labels: labelsSchema,
      createdAt: nullable(timestamp),
      updatedAt: nullable(timestamp),
    })
  ),
  folder: envelope(
    object({
      folders: list(schema.path),
      paths: list(folderEntry),
      currentIsolation: isolationSchema,
      objects: list(objectSchema),
      nextCursor: nullable(string),
    })
  ),
  zone: envelope(
    schema.named('IsolationZone', {
      id: schema.id('izn'),
      realmId: schema.uuid,
      path: schema.path,
      boundaryId: schema.id('bnd'),
      createdAt: timestamp,
      updatedAt: timestamp,
      isolation: isolationSchema,
    })
  ),
  versions: envelope(
    object({ versions: list(objectSchema), total: integer, nextCursor: nullable(string) })
  ),
}
