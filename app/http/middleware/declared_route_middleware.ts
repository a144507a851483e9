import { errors } from '@vinejs/vine'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { isForPrograms, isPage } from '#app/http/page_route'
import type {
  ActionRequirement,
  AnyValidator,
  RouteAccess,
  RouteDeclaration,
} from '#app/http/route_declaration'
import { AccessControl, type Operator } from '#app/extension/access_control'
import { ApprovalRequired } from '#app/extension/approvals'
import { hasRole, isUnscoped, type Principal } from '#app/extension/principal'
import {
  ServiceError,
  invalid,
  invalidField,
  roleRefused,
  toldField,
  type FoundField,
} from '#app/http/errors/service_error'
import { approvedCaller } from '#app/http/approved_requests'
import { askedMove, partsOf } from '#app/http/asked_moves'
import { clientAddress } from '#app/http/client_address'
import { WHOLE_PATHS } from '#app/http/field_names'
import { KeyReading, pathFromKey } from '#app/http/idempotency/keyed_request'
import { rememberInput } from '#app/http/input'
import { MEDIA_TYPES, mediaType, readBody } from '#app/http/request_body'
import { RateLimits } from '#app/http/rate_limits'
import { credentialOf } from '#app/http/request_credential'
import { announcedBytes } from '#app/http/unread_body'
import { originOf } from '#app/http/request_origin'
import { LIMITS } from '#app/limits'
import { recordPhase } from '#app/http/timing'
import { unknownFields } from '#app/http/unknown_fields'

/** Whether a person looks at a page of this service, who would not understand JSON. */
export function isPageView(ctx: HttpContext): boolean {
  return ctx.notes.isPage && (ctx.request.header('accept') ?? '').includes('text/html')
}

/** The caller, or null when the route is public or no caller was admitted. */
export function knownPrincipal({ notes }: HttpContext): Principal | null {
  return notes.principal
}

/**
 * The caller.
 *
 * @throws Error on a public route, which has none
 */
export function principalOf(ctx: HttpContext): Principal {
  const principal = knownPrincipal(ctx)
  if (!principal) throw new Error(`${ctx.route?.pattern} is public and has no principal`)
  return principal
}

/**
 * The operator who is signed in.
 *
 * @throws Error on a route for anybody else
 */
export function operatorOf({ notes, route }: HttpContext): Operator {
  if (!notes.operator) throw new Error(`${route?.pattern} is not for operators`)
  return notes.operator
}

/**
 * Runs before every declared handler: authenticates from the headers, refuses a credential of the
 * wrong kind, reads the body, verifies its proofs, validates everything at once, then checks the
 * declared actions. The body of an unauthenticated caller is not read, because receiving and
 * parsing it costs more than the rest of a refusal. Validation comes after authentication, so that
 * such callers learn nothing of the API's rules, and before authorization, because resources are
 * read only from valid input.
 */
export async function runDeclaredRoute(
  declaration: RouteDeclaration,
  ctx: HttpContext,
  next: NextFn
) {
  const { access } = declaration
  if (!access) throw new Error(`${ctx.route?.pattern} declares no access`)
  const control = await ctx.containerResolver.make(AccessControl)
  ctx.notes.isPage = isPage(declaration)
  ctx.notes.declaration = declaration
  const approved = approvedCaller(ctx)

  if (declaration.addressBudget !== null) {
    const limits = await ctx.containerResolver.make(RateLimits)
    await limits.ofAddress(ctx, declaration.addressBudget)
  }
  if (access.kind === 'operator') {
    ctx.notes.operator = await control.admitOperator(ctx)
    if (ctx.notes.operator === null) return
    await readBody(ctx, bodyLimit(declaration))
  } else if (access.kind === 'public') {
    await readBody(ctx, bodyLimit(declaration))
  } else {
    const caller = approved ?? (await timed(ctx, () => identified(control, ctx)))
    requireKind(ctx, access, caller)
    const takesFile = declaration.bodyType === 'multipart'
    await readBody(ctx, bodyLimit(declaration), takesFile ? caller.orgId : null)
    if (approved) await letInAgain(control, ctx, approved)
    else await timed(ctx, () => letIn(control, ctx, caller))
  }
  if (access.kind === 'platform_admin') {
    await timed(ctx, () => control.requirePlatformAdmin(principalOf(ctx)))
  }

  const values = await validate(declaration, ctx)
  if (knownPrincipal(ctx)) noteAsked(ctx, declaration, values)
  if (access.kind === 'actions') {
    await timed(ctx, () => authorize(control, access.requires, principalOf(ctx), values))
  }
  if (knownPrincipal(ctx)?.signature && !approved)
    await timed(ctx, () => bindSignature(control, ctx, declaration))
  return next()
}

/** Authentication and policy are one phase: the cost of access control in a request. */
async function timed<Result>(ctx: HttpContext, work: () => Promise<Result> | Result) {
  const startedAt = performance.now()
  const result = await work()
  recordPhase(ctx, 'auth', performance.now() - startedAt)
  return result
}

function bodyLimit({ access, bodyBytes }: RouteDeclaration): number {
  const usual = access?.kind === 'public' ? LIMITS.publicBodyBytes : LIMITS.requestBodyBytes
  return bodyBytes ?? usual
}

/**
 * Every request counts against its limit from here on, because its further proofs cost more and
 * must not be free.
 */
async function identified(control: AccessControl, ctx: HttpContext): Promise<Principal> {
  const limits = await ctx.containerResolver.make(RateLimits)
  const stranger = {
    address: clientAddress(ctx),
    credential: credentialOf(ctx),
    bodyBytes: announcedBytes(ctx),
  }
  const caller = await limits.guarded(stranger, () => control.identify(ctx))
  await limits.ofCredential(ctx, caller.credentialId)
  return caller
}

/**
 * Refuses credentials of a kind that the route never takes, whatever the body says, so that their
 * holders learn nothing of its rules. The caller is made known, because the refusal may be a
 * denial.
 */
function requireKind(ctx: HttpContext, access: RouteAccess, caller: Principal) {
  const refusal = refusalOfKind(access, caller)
  if (refusal === null) return
  makeKnown(ctx, caller)
  throw refusal
}

function refusalOfKind(access: RouteAccess, caller: Principal): ServiceError | null {
  if (access.kind === 'organization' && !isUnscoped(caller)) {
    return new ServiceError('FORBIDDEN', {
      message: 'The address needs an unscoped credential of the organization.',
      next: 'Sign in as a builder with POST /api/v1/auth/google, or use an API key without scope and realm.',
      details: { action: 'organization', resource: '/' },
    })
  }
  if (access.kind !== 'builder_session') return null
  if (caller.credential !== 'builder') {
    return new ServiceError('FORBIDDEN', {
      message:
        'This needs the access token of a builder who signed in (POST /api/v1/auth/google): API keys and scoped tokens are refused here.',
      details: { action: 'builder_session', resource: '/' },
    })
  }
  const { roles } = access
  return roles.length === 0 || hasRole(caller, roles) ? null : roleRefused(caller.role, roles)
}

async function letIn(control: AccessControl, ctx: HttpContext, caller: Principal) {
  makeKnown(ctx, await control.admit(ctx, caller))
}

/** Its proofs were verified when it was asked, and are those of then. */
async function letInAgain(control: AccessControl, ctx: HttpContext, approved: Principal) {
  ctx.notes.principal = approved
  await control.readmit(approved)
}

function makeKnown(ctx: HttpContext, principal: Principal) {
  // The principal is copied, because all requests of a credential share it.
  ctx.notes.principal = { ...principal, origin: originOf(ctx) }
}

/**
 * Notes the movements that the request names, since a credential's permissions can depend on them.
 */
function noteAsked(
  ctx: HttpContext,
  { operationPath, idempotency }: RouteDeclaration,
  values: Record<string, unknown>
) {
  const isMade = operationPath === null && idempotency?.kind === 'operation'
  const made = isMade ? pathFromKey(ctx) : undefined
  const list = operationPath?.each ?? null
  const moves = list === null ? partsOf(values) : (values[list] as Record<string, unknown>[])
  const named = moves.map((move) =>
    askedMove(move, operationPath ? move[operationPath.field] : made)
  )
  const asked = named.filter((each) => Object.values(each).some((part) => part !== null))
  if (asked.length > 0) ctx.notes.principal = { ...principalOf(ctx), asked }
}

async function bindSignature(control: AccessControl, ctx: HttpContext, route: RouteDeclaration) {
  ctx.notes.principal = await control.bindSignature(ctx, principalOf(ctx), route)
}

function authorize(
  control: AccessControl,
  requires: readonly ActionRequirement[],
  principal: Principal,
  values: Record<string, unknown>
) {
  let waits: ApprovalRequired | null = null
  for (const { action, on } of requires) {
    const resource = on.from?.(values)
    if (!resource) continue
    try {
      control.authorize(principal, action, resource)
    } catch (error) {
      if (!(error instanceof ApprovalRequired)) throw error
      // Nobody is asked to approve what is refused anyhow, and all at once are asked for.
      if (waits === null || waits.need.approvals < error.need.approvals) waits = error
    }
  }
  if (waits) throw waits
}

async function validate(declaration: RouteDeclaration, ctx: HttpContext) {
  const { body, query, params, bodyType, idempotency } = declaration
  const isSigned = knownPrincipal(ctx)?.signature !== undefined
  const key = new KeyReading(ctx, idempotency, isSigned)
  const fields: FoundField[] = []
  const values: Record<string, unknown> = {}
  if (body) requireOneReading(ctx)
  if (body && bodyType !== 'form') requireType(ctx, bodyType)
  const parts: [AnyValidator | null, () => unknown][] = [
    [params, () => ctx.params],
    [query, () => ctx.request.qs()],
    [body, () => key.body()],
  ]
  for (const [validator, read] of parts) {
    if (!validator) continue
    const [error, value] = await validator.tryValidate(read(), WHOLE_PATHS)
    if (error instanceof errors.E_VALIDATION_ERROR) {
      fields.push(...(error.messages as FoundField[]))
      continue
    }
    rememberInput(ctx, validator, value)
    Object.assign(values, value)
  }
  fields.push(...unknownParts(declaration, ctx))
  fields.push(...key.problems)
  if (fields.length > 0) throw invalid(fields.map((each) => key.explained(toldField(each))))
  key.tellHandler(values)
  return values
}

/**
 * The fields of a request that its route does not know, because nothing would read them. A route
 * without validators takes no fields, if programs call it. The addresses of pages, files and probes
 * are shared, and mail programs, networks and caches add fields to them.
 */
function unknownParts(declaration: RouteDeclaration, { request, route }: HttpContext) {
  const { body, query } = declaration
  const forPrograms = isForPrograms(route!.pattern)
  const fields: FoundField[] = []
  const inQuery = request.qs()
  if (query ? !isPage(declaration) : forPrograms) {
    fields.push(...unknownFields(query, inQuery, { name: 'body', validator: body }))
  }
  if (body ?? forPrograms) {
    const inBody: unknown = body ? request.body() : saidOnce(request.body(), inQuery)
    fields.push(...unknownFields(body, inBody, { name: 'query', validator: query }))
  }
  return fields
}

/**
 * A body that nothing reads may repeat the query: some clients send the terms of a DELETE in both.
 */
function saidOnce(body: Record<string, unknown>, query: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => query[name] !== value))
}

/** After its proofs: a signed body that names a key twice is refused by the signature's own reason. */
function requireOneReading({ notes: { repeatedKey } }: HttpContext) {
  if (repeatedKey === null) return
  const field = repeatedKey.slice(0, LIMITS.pathSegmentLength)
  const message = `The ${field} field must be named once in its object: others may take the first of the two, and this service would take the last`
  throw invalidField(field, 'repeated', message)
}

function requireType(ctx: HttpContext, bodyType: 'json' | 'multipart') {
  const type = MEDIA_TYPES[bodyType]
  if (mediaType(ctx.request.header('content-type')) !== type) {
    throw invalidField('content-type', bodyType, `The Content-Type header must be ${type}.`)
  }
  const body: unknown = ctx.request.body()
  if (Array.isArray(body)) {
    throw invalidField('body', 'object', 'The body must be a JSON object.')
  }
  if (namesPrototype(ctx.request.raw() ?? '')) {
    throw invalidField('body', 'prototype', 'The body must not have a key __proto__.')
  }
}

/** A value under the key `__proto__` is lost when it is copied, and its sender would not know. */
function namesPrototype(text: string): boolean {
  if (!text.includes('__proto__') && !text.includes('\\u00')) return false
  let found = false
  JSON.parse(text, (key, value: unknown) => {
    found ||= key === '__proto__'
    return value
  })
  return found
}
