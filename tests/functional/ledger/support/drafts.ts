import { newId } from '#app/ids/ids'
import type { CreateObjectRequest } from '#modules/ledger/core/decide_create_object'
import type { OperationDraft } from '#modules/ledger/core/terms'
import { defaultBoundaryId } from '#modules/ledger/core/boundaries'

/** An operation as a builder asks for it, in a request that a test posts by itself. */
export function draftOf<Type extends OperationDraft['type']>(
  type: Type,
  more: Partial<Omit<OperationDraft, 'type'>> = {}
) {
  const id = more.id ?? newId('op')
  const actor = { actorType: 'builder', actorId: 'bld_test' }
  return {
    id,
    path: `/op/${id}`,
    type,
    requestHash: '0'.repeat(64),
    input: '{}',
    ...actor,
    ...more,
  }
}

type Created = CreateObjectRequest['object']

/** Creates an object without its workflow: a plain one, but for what `more` says. */
export function creationOf(
  realmId: string,
  path: string,
  more: Partial<Omit<CreateObjectRequest, 'object'>> & { object?: Partial<Created> } = {}
): CreateObjectRequest {
  const plain = {
    id: newId('obj'),
    path,
    type: 'denominated',
    keepsOwnBooks: false,
    metadata: null,
  }
  const [boundaryId, operation] = [defaultBoundaryId(realmId), draftOf('create')]
  const object = { ...plain, ...more.object }
  return { kind: 'create_object', realmId, operation, boundaryId, jobs: [], ...more, object }
}
