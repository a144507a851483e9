import type { HttpContext } from '@adonisjs/core/http'
import { LIMITS } from '#app/limits'
import type { FieldError } from '#app/http/errors/service_error'
import { KEY_HEADER, isKey, pathOfKey } from '#app/http/idempotency/idempotency_key'
import {
  takesKey,
  type NamedOperation,
  type RouteIdempotency,
} from '#app/http/idempotency/route_idempotency'
import { addNotice } from '#app/http/notices'

/** The `Idempotency-Key` of a request, and what it applies to. */
export interface KeyedRequest {
  key: string
  /** The realm that the request names. */
  realmId: string | null
}

/**
 * The key by which this request is executed once; null when it has none, or its operation path
 * serves instead.
 */
export function keyedRequestOf({ notes }: HttpContext): KeyedRequest | null {
  return notes.keyed
}

/** The operation path made from the key, for a route whose body has no field for one. */
export function pathFromKey(ctx: HttpContext): string | undefined {
  const request = keyedRequestOf(ctx)
  return request ? pathOfKey(request.key) : undefined
}

type Body = Record<string, unknown>

/** Reads the `Idempotency-Key` of one request, and puts the paths made from it into the body. */
export class KeyReading {
  #key: string | null = null
  /** What is wrong with the key, or with its use on this route. */
  readonly problems: FieldError[] = []
  #used = false
  #unnamed = false

  /**
   * @param isSigned when true no header may decide what is executed, because the signature covers
   *   only the body
   */
  constructor(
    private ctx: HttpContext,
    private declared: RouteIdempotency | null,
    private isSigned: boolean
  ) {
    if (!takesKey(declared)) return
    // `header()` is not used, because it takes an empty header for a missing one.
    const header = ctx.request.headers()[KEY_HEADER]
    if (header === undefined) return
    if (typeof header === 'string' && isKey(header)) this.#key = header
    else this.problems.push(badKey())
  }

  get #path(): NamedOperation | null {
    return this.declared?.kind === 'operation' ? this.declared.named : null
  }

  /** The body as if the caller had named in it each path that is made from the key. */
  body(): unknown {
    const body: unknown = this.ctx.request.body()
    const path = this.#path
    if (path === null || !isRecord(body)) return body
    const { field, each } = path
    if (each === null) return this.#named(body, field, '')
    const entries = body[each]
    if (!Array.isArray(entries)) return body
    const named = entries.map((entry: unknown, index) =>
      isRecord(entry) ? this.#named(entry, field, `/${index}`) : entry
    )
    return { ...body, [each]: named }
  }

  #named(body: Body, field: string, end: string): Body {
    // As in every optional field, null means that nothing was given.
    if ((body[field] ?? null) !== null) return body
    if (this.#key === null) {
      this.#unnamed = true
      return body
    }
    if (this.isSigned) {
      this.problems.push(unsignedPath(field))
      return body
    }
    this.#used = true
    return { ...body, [field]: `${pathOfKey(this.#key)}${end}` }
  }

  /** Called once the request is valid: gives its handler the key. */
  tellHandler(values: Record<string, unknown>) {
    const { declared } = this
    if (declared?.kind === 'operation' && declared.repeats && this.#unnamed) {
      addNotice(this.ctx, REPEATS)
    }
    if (this.#key === null || !(this.#used || this.#standsForAll())) return
    const realmId = typeof values.realmId === 'string' ? values.realmId : null
    this.ctx.notes.keyed = { key: this.#key, realmId }
  }

  /** Whether the key itself, and no path, is what the route goes by. */
  #standsForAll(): boolean {
    const { declared } = this
    if (declared?.kind !== 'operation') return declared?.kind === 'kept'
    // No path names a list as a whole, so the key does, also when each entry names its own path.
    return declared.named === null || (declared.named.each !== null && !this.isSigned)
  }

  /** Adds to the report of a missing path that a key would do instead. */
  explained(error: FieldError): FieldError {
    const isPath = error.field.split('.').at(-1) === this.#path?.field
    if (!isPath || error.rule !== 'required') return error
    const message = `${error.message}, or the request must carry an Idempotency-Key header`
    return { ...error, message }
  }
}

function isRecord(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const REPEATS = {
  code: 'RETRY_REPEATS',
  message:
    'The request had neither a path nor an Idempotency-Key header: sent again, it is executed again. ' +
    'Send either of them with every request, and the same one with its retries.',
}

function badKey(): FieldError {
  const message = `The Idempotency-Key header must have 1 to ${LIMITS.idempotencyKeyLength} visible ASCII characters, without spaces`
  return { field: KEY_HEADER, rule: 'visible_ascii', message }
}

function unsignedPath(field: string): FieldError {
  const message = `A signed request must name its ${field} in the body: the signature does not cover the Idempotency-Key header`
  return { field, rule: 'signed', message }
}
