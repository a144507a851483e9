import type { ApplicationService } from '@adonisjs/core/types'
import { bind } from '#app/extension/bind'
import { Database } from '#app/storage/database'
import { ExtensionRegistry } from '#modules/ledger/services/extension_registry'
import { MarkBoundary } from '#modules/ledger/services/mark_boundary'
import { Poster } from '#modules/ledger/services/poster/poster'
import { RealmDirectory } from '#modules/ledger/services/realm_directory'
import { RecoverBoundary } from '#modules/ledger/services/recover_boundary'
import { BoundaryReader } from '#modules/ledger/storage/boundary_reader'
import { ObjectReader } from '#modules/ledger/storage/object_reader'
import { OperationReader } from '#modules/ledger/storage/operation_reader'

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
