/** Why a POST that is repeated with one `Idempotency-Key` executes once, or why it needs no key. */
export type RouteIdempotency =
  /** It makes an operation, whose path is the key. */
  | {
      kind: 'operation'
      /** Where the body names the path; null when the path is the service's to make. */
      field: string | null
      /** The list of the body whose entries each name one. */
      each: string | null
      /** Nothing is required: without path and key, a retry moves the money again. */
      repeats: boolean
    }
  /** Its first answer is kept, beside what was created, and given again. */
  | { kind: 'kept' }
  /** It happens once by itself, whatever is sent. */
  | { kind: 'natural'; why: string }
  /** It changes nothing that a repeat would change again; the header is ignored. */
  | { kind: 'none'; why: string }

/** How a POST declares it: `.idempotent(idempotency.path('path'))`. */
export const idempotency = {
  /** The body's field is the operation path; without it the path is made from the key. */
  path: (field: string): RouteIdempotency => operation({ field }),
  /** The same where neither has to be given: an answer to neither says that a retry would repeat it. */
  optionalPath: (field: string): RouteIdempotency => operation({ field, repeats: true }),
  /** The same for each entry of a list: entry n without a path takes `<path of the key>/<n>`. */
  pathOfEach: (each: string, field: string): RouteIdempotency => operation({ each, field }),
  /** The body names no operation path; with a key it is made from it (`pathFromKey`). */
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
