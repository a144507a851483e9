/** Why a POST that is repeated with one `Idempotency-Key` executes once, or why it needs no key. */
export type RouteIdempotency =
  /** The request makes an operation, whose path is the idempotency key. */
  | {
      kind: 'operation'
      /** The field of the body that names the path; null when the service makes it. */
      field: string | null
      /** The list in the body whose entries each name a path. */
      each: string | null
      /** Whether neither path nor key is required: without both, a retry moves the money again. */
      repeats: boolean
    }
  /** The first answer is stored with what was created, and given again. */
  | { kind: 'kept' }
  /** The request has its effect once by itself, whatever is sent. */
  | { kind: 'natural'; why: string }
  /** A repetition changes nothing; the header is ignored. */
  | { kind: 'none'; why: string }

/** How a POST declares it: `.idempotent(idempotency.path('path'))`. */
export const idempotency = {
  /** The field of the body is the operation path; left out, the path is made from the key. */
  path: (field: string): RouteIdempotency => operation({ field }),
  /**
   * Like `path`, but neither has to be given: the answer to a request without both says that a
   * retry would repeat it.
   */
  optionalPath: (field: string): RouteIdempotency => operation({ field, repeats: true }),
  /** Like `path` for each entry of a list: entry n without a path gets `<path of the key>/<n>`. */
  pathOfEach: (each: string, field: string): RouteIdempotency => operation({ each, field }),
  /** The body names no operation path; with a key the path is made from it (`pathFromKey`). */
  madePath: (): RouteIdempotency => operation({ field: null }),
  /** The handler answers through `AnswerOnce`. */
  kept: (): RouteIdempotency => ({ kind: 'kept' }),
  natural: (why: string): RouteIdempotency => ({ kind: 'natural', why }),
  none: (why: string): RouteIdempotency => ({ kind: 'none', why }),
}

function operation({
  field,
  each = null,
  repeats = false,
}: {
  field: string | null
  each?: string | null
  repeats?: boolean
}): RouteIdempotency {
  return { kind: 'operation', field, each, repeats }
}
