/** Where a request names the path of the operation that it makes. */
export interface NamedOperation {
  /** A field of the body, or of the query of a route without body. */
  field: string
  /** The list in the body whose entries each name one in that field; null when the body does. */
  each: string | null
  /**
   * Whether value moves: a signature that does not cover the path could then be used for another
   * movement.
   */
  movesValue: boolean
}

/** What a route says of its operation where it is not as usual. */
export interface OperationTerms {
  /** True unless the operation moves nothing. */
  movesValue?: boolean
  /**
   * The route posts one operation and does nothing before, so that the transaction of the operation
   * claims the request's signature. Otherwise it is claimed before the handler acts.
   */
  claimedByPosting?: boolean
}

/** Why a POST that is repeated with one `Idempotency-Key` executes once, or why it needs no key. */
export type RouteIdempotency =
  /** The request makes an operation, whose path is the idempotency key. */
  | {
      kind: 'operation'
      /** Null when the service makes the path. */
      named: NamedOperation | null
      claimedByPosting: boolean
      /** Whether neither path nor key is required: without both, a retry moves the money again. */
      repeats: boolean
    }
  /** The first answer is stored with what was created, and given again. */
  | { kind: 'kept' }
  /** The request has its effect once by itself, whatever is sent. */
  | { kind: 'natural'; why: string }
  /** A repetition changes nothing. */
  | { kind: 'none'; why: string }

/** Whether a route goes by the `Idempotency-Key` of a request; any other ignores the header. */
export function takesKey(declared: RouteIdempotency | null): boolean {
  return declared?.kind === 'operation' || declared?.kind === 'kept'
}

/** How a POST declares it: `.idempotent(idempotency.path('path'))`. */
export const idempotency = {
  /** The field of the body is the operation path; left out, the path is made from the key. */
  path: (field: string, terms?: OperationTerms): RouteIdempotency => operation({ field }, terms),
  /**
   * Like `path`, but neither has to be given: the answer to a request without both says that a
   * retry would repeat it.
   */
  optionalPath: (field: string, terms?: OperationTerms): RouteIdempotency =>
    operation({ field, repeats: true }, terms),
  /** Like `path` for each entry of a list: entry n without a path gets `<path of the key>/<n>`. */
  pathOfEach: (each: string, field: string, terms?: OperationTerms): RouteIdempotency =>
    operation({ each, field }, terms),
  /** The body names no operation path; with a key the path is made from it (`pathFromKey`). */
  madePath: (terms?: OperationTerms): RouteIdempotency => operation({ field: null }, terms),
  /** The handler answers through `AnswerOnce`. */
  kept: (): RouteIdempotency => ({ kind: 'kept' }),
  natural: (why: string): RouteIdempotency => ({ kind: 'natural', why }),
  none: (why: string): RouteIdempotency => ({ kind: 'none', why }),
}

function operation(
  path: { field: string | null; each?: string; repeats?: boolean },
  { movesValue = true, claimedByPosting = false }: OperationTerms = {}
): RouteIdempotency {
  const { field, each = null, repeats = false } = path
  const named = field === null ? null : { field, each, movesValue }
  return { kind: 'operation', named, claimedByPosting, repeats }
}
