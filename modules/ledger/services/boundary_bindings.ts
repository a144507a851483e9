import type { ApplicationService } from '@adonisjs/core/types'
import { bind } from '#app/extension/bind'
import { Database } from '#app/storage/database'
import { ExtensionRegistry } from './extension_registry.ts'
import { MarkBoundary } from './mark_boundary.ts'
import { Poster } from './poster/poster.ts'
import { RealmDirectory } from './realm_directory.ts'
import { RecoverBoundary } from './recover_boundary.ts'
import { BoundaryReader } from '../storage/boundary_reader.ts'
import { ObjectReader } from '../storage/object_reader.ts'
import { OperationReader } from '../storage/operation_reader.ts'

/** What other modules need of custody boundaries. */
export function bindBoundaries(container: ApplicationService['container']) {
  bind(container, BoundaryReader, Database)
  bind(container, MarkBoundary, Poster)
  bind(
    container,
    RecoverBoundary,
    RealmDirectory,
    BoundaryReader,
    OperationReader,
    ObjectReader,
    ExtensionRegistry,
    Poster
  )
}
