import type { PostRequest } from '#modules/ledger/core/requests'

/** Forms of requests that are decided apart from others of their kind. */
type SpecialForm =
  | 'end_hold, expired'
  | 'split, shares'
  | 'split, waterfall'
  | 'reverse, a posting'
  | 'on a condition'

/** A kind of request to the poster, or a form of it. */
export type Form = PostRequest['kind'] | SpecialForm

/** Tests that ask many kinds of requests, each of which says at its end what it has been granted. */
export const PROOFS = {
  model: 'tests/properties/ledger/journal_model.spec.ts',
  twins: 'tests/functional/ledger/poster_twins.spec.ts',
  ahead: 'tests/functional/ledger/foreseen_groups.spec.ts',
  killed: 'tests/faults/ledger/failpoints.spec.ts',
} as const

export type Proof = keyof typeof PROOFS

interface Proved {
  by: readonly Proof[]
  /** Specs of its own, for what the others do not ask. */
  also?: readonly string[]
  /** Addresses of the API that ask it, which the fuzzer drives. */
  fuzzed?: readonly string[]
}

const core = (name: string) => [`tests/unit/ledger/core/${name}.spec.ts`]
const everywhere = (...fuzzed: string[]): Proved => ({
  by: ['model', 'twins', 'ahead', 'killed'],
  fuzzed,
})
const OBJECTS_MADE = ['tests/faults/ledger/failpoints.spec.ts']
const RAILS = ['tests/faults/ledger/handler_failpoints.spec.ts']
const CHAIN = ['tests/faults/custody/random_movements.spec.ts']
const DELETIONS = [
  'tests/properties/ledger/delete_model.spec.ts',
  'tests/functional/ledger/delete_twins.spec.ts',
]
const SHELVES = [
  'tests/properties/ledger/shelves_model.spec.ts',
  'tests/functional/ledger/shelves_twins.spec.ts',
]
const VENUE = ['tests/faults/venue/trading_failpoints.spec.ts']

/**
 * What proves each kind of request, as docs/promises.md shows it. A new kind does not compile without
 * its line, and a proof that is named fails until it asks the kind.
 */
export const PROVED: Record<Form, Proved> = {
  'transfer': everywhere('POST /transfer'),
  'on a condition': everywhere('POST /transfer', 'POST /holds', 'POST /postings'),
  'open_hold': everywhere('POST /holds'),
  'capture_hold': everywhere('POST /holds/{operationId}/capture'),
  'extend_hold': everywhere('POST /holds/{operationId}/extend'),
  'end_hold': everywhere('POST /holds/{operationId}/release'),
  'end_hold, expired': {
    by: ['model', 'twins', 'ahead'],
    also: [
      'tests/functional/ledger/hold_races.spec.ts',
      'tests/faults/ledger/expiry_killed.spec.ts',
    ],
  },
  'split': everywhere('POST /postings'),
  'split, shares': everywhere('POST /postings'),
  'split, waterfall': everywhere('POST /postings'),
  'reverse': everywhere('POST /operations/{id}/reverse'),
  'reverse, a posting': everywhere('POST /operations/{id}/reverse'),
  'limit_object': { by: ['model', 'twins', 'killed'], fuzzed: ['PUT /objects/{id}/limits'] },
  'bulk_transfer': {
    by: ['model', 'twins', 'ahead'],
    also: ['tests/faults/ledger/foreseen_groups.spec.ts'],
    fuzzed: ['POST /transfers/bulk'],
  },
  'open_transfer': { by: ['model', 'twins'], also: RAILS, fuzzed: ['POST /transfer'] },
  'settle_transfer': { by: ['model', 'twins'], also: RAILS },
  'open_withdrawal': { by: ['model', 'twins'], also: CHAIN, fuzzed: ['POST /defund-account'] },
  'settle_withdrawal': { by: ['model', 'twins'], also: CHAIN },
  'abandon': { by: ['model', 'twins'], also: CHAIN },
  'create_object': {
    by: ['model'],
    also: [...SHELVES, ...OBJECTS_MADE],
    fuzzed: ['POST /objects'],
  },
  'complete_create': { by: ['model'], also: OBJECTS_MADE },
  'open_deposit': { by: ['model'], also: OBJECTS_MADE, fuzzed: ['POST /fund-account'] },
  'settle_deposit': { by: ['model'], also: OBJECTS_MADE },
  'detect_deposit': { by: [], also: core('decide_arrival') },
  'credit_arrival': { by: [], also: core('decide_arrival') },
  'start_movement': { by: [], also: core('decide_start_movement') },
  'delete_object': { by: ['model'], also: DELETIONS, fuzzed: ['POST /objects/delete'] },
  'open_delete': { by: ['model'], also: DELETIONS },
  'settle_delete': { by: ['model'], also: DELETIONS },
  'begin_delete': { by: [], also: DELETIONS },
  'finish_delete': { by: [], also: DELETIONS },
  'abandon_delete': { by: [], also: DELETIONS },
  'declare_zone': { by: [], also: SHELVES, fuzzed: ['POST /isolation-zones'] },
  'label_object': { by: [], also: SHELVES, fuzzed: ['PATCH /objects/{id}/labels'] },
  'open_realm': { by: ['model'], also: core('decide_close_realm'), fuzzed: ['POST /realms'] },
  'close_realm': { by: [], also: core('decide_close_realm'), fuzzed: ['DELETE /realms/{id}'] },
  'sweep_boundary': { by: [], also: core('decide_recovery') },
  'withdraw_recovered': { by: [], also: core('decide_recovery') },
  'composed_command': { by: [], also: VENUE },
  'composed_pass': { by: [], also: [...core('decide_pass'), ...VENUE] },
  'tell_event': { by: [], also: ['tests/functional/ledger/event_dispatch.spec.ts'] },
}

/** What a request is, and the forms that it has besides. */
export function formsOf(request: PostRequest): Form[] {
  const forms = [formOf(request)].flat()
  const { conditions = {} } = request as { conditions?: object }
  return Object.keys(conditions).length > 0 ? [...forms, 'on a condition'] : forms
}

function formOf(request: PostRequest): Form | Form[] {
  switch (request.kind) {
    case 'end_hold':
      return request.as === 'expired' ? 'end_hold, expired' : 'end_hold'
    case 'reverse':
      return request.objectIds.length > 0 ? 'reverse, a posting' : 'reverse'
    case 'split': {
      const { asked } = request
      if (Array.isArray(asked)) return 'split'
      const isOpen = asked.sources.some(({ amount, share }) => amount === undefined && !share)
      const isShared = [...asked.sources, ...asked.targets].some(({ share }) => share)
      return [
        ...(isOpen ? ['split, waterfall' as const] : []),
        ...(isShared ? ['split, shares' as const] : []),
      ]
    }
    default:
      return request.kind
  }
}

/** What a proof claims of its own, and was not granted. */
export function unprovedBy(proof: Proof, granted: ReadonlySet<Form>): Form[] {
  const forms = Object.keys(PROVED) as Form[]
  return forms.filter((form) => PROVED[form].by.includes(proof) && !granted.has(form))
}
