import { Route } from '@adonisjs/core/http'
import type { GuardedStep } from '#app/extension/guarded_step'
import type { RouteIdempotency } from '#app/http/idempotency/route_idempotency'
import type { AddressBudget } from '#app/http/rate_limit_settings'
import { runDeclaredRoute } from '#app/http/middleware/declared_route_middleware'
import type {
  AnyValidator,
  JsonSchema,
  RouteAccess,
  RouteDeclaration,
} from '#app/http/route_declaration'

const declarations = new Map<Route, RouteDeclaration>()
let currentTag = 'Service'

/** Gives routes made inside `work` this tag. The module host calls it around each module. */
export async function withRouteTag(tag: string, work: () => void | Promise<void>) {
  const previous = currentTag
  currentTag = tag
  try {
    await work()
  } finally {
    currentTag = previous
  }
}

export function declarationOf(route: Route): RouteDeclaration | undefined {
  return declarations.get(route)
}

/** Every declared route that still exists, with its final pattern. */
export function declaredRoutes(): { route: Route; declaration: RouteDeclaration }[] {
  return [...declarations]
    .filter(([route]) => !route.isDeleted())
    .map(([route, declaration]) => ({ route, declaration }))
}

function declare(route: Route): RouteDeclaration {
  const existing = declarations.get(route)
  if (existing) return existing
  const declaration: RouteDeclaration = {
    access: null,
    tag: currentTag,
    summary: '',
    operationId: null,
    body: null,
    bodyType: 'json',
    bodyBytes: null,
    query: null,
    params: null,
    addressBudget: null,
    answers: [],
    refusals: [],
    guarded: [],
    operationPath: null,
    idempotency: null,
    example: {},
  }
  declarations.set(route, declaration)
  route.use((ctx, next) => runDeclaredRoute(declaration, ctx, next))
  return declaration
}

declare module '@adonisjs/core/http' {
  interface Route {
    /** Who may call the route. Mandatory: a route without it fails the boot. */
    access(access: RouteAccess): this
    /** One line for the API reference. */
    summary(text: string): this
    /**
     * The name in the API reference: `createTransfer`. Left out, it is made from method and path.
     */
    operationId(name: string): this
    /** JSON body. It is validated before the handler runs; read it with `input(ctx, validator)`. */
    body(validator: AnyValidator): this
    /** A browser's form body, read in the same way. */
    form(validator: AnyValidator): this
    /**
     * A body with a file (`multipart/form-data`), read in the same way; the rule of its field is
     * `uploadedFile()`.
     *
     * @param bytes the largest body
     */
    upload(validator: AnyValidator, bytes: number): this
    /** The largest body, when it is not the usual one. */
    bodyUpTo(bytes: number): this
    query(validator: AnyValidator): this
    params(validator: AnyValidator): this
    /**
     * Limits how often one address may call it, for routes that need no credential. All routes that
     * are given the same object share what it allows.
     */
    limitedPerAddress(budget: AddressBudget): this
    answers(status: number, description: string, schema?: JsonSchema, contentType?: string): this
    /** Catalogue codes with which the handler itself may refuse. */
    refuses(...codes: string[]): this
    /**
     * The steps about which the handler asks other modules: it may refuse with their codes too.
     */
    guarded(...steps: GuardedStep[]): this
    /** The field that names the path of the operation, on a route whose `idempotent` does not. */
    operationPath(field: string): this
    /**
     * What makes retries of the route safe. Mandatory for a POST: one without it fails the boot.
     */
    idempotent(idempotency: RouteIdempotency): this
    /**
     * Values for the example of the reference: of optional fields that it has to show, or when the
     * glossary has no fitting one.
     */
    example(fields: Record<string, unknown>): this
  }
}

Route.macro('access', function (this: Route, access: RouteAccess) {
  declare(this).access = access
  return this
})
Route.macro('summary', function (this: Route, text: string) {
  declare(this).summary = text
  return this
})
Route.macro('operationId', function (this: Route, name: string) {
  declare(this).operationId = name
  return this
})
Route.macro('body', function (this: Route, validator: AnyValidator) {
  declare(this).body = validator
  return this
})
Route.macro('form', function (this: Route, validator: AnyValidator) {
  Object.assign(declare(this), { body: validator, bodyType: 'form' })
  return this
})
Route.macro('upload', function (this: Route, validator: AnyValidator, bytes: number) {
  Object.assign(declare(this), { body: validator, bodyType: 'multipart', bodyBytes: bytes })
  return this
})
Route.macro('bodyUpTo', function (this: Route, bytes: number) {
  declare(this).bodyBytes = bytes
  return this
})
Route.macro('query', function (this: Route, validator: AnyValidator) {
  declare(this).query = validator
  return this
})
Route.macro('params', function (this: Route, validator: AnyValidator) {
  declare(this).params = validator
  return this
})
Route.macro('limitedPerAddress', function (this: Route, budget: AddressBudget) {
  declare(this).addressBudget = budget
  return this
})
Route.macro(
  'answers',
  function (
    this: Route,
    status: number,
    description: string,
    schema?: JsonSchema,
    contentType?: string
  ) {
    declare(this).answers.push({ status, description, schema, contentType })
    return this
  }
)
Route.macro('refuses', function (this: Route, ...codes: string[]) {
  declare(this).refusals.push(...codes)
  return this
})
Route.macro('guarded', function (this: Route, ...steps: GuardedStep[]) {
  declare(this).guarded.push(...steps)
  return this
})
Route.macro('operationPath', function (this: Route, field: string) {
  declare(this).operationPath = { field, each: null, movesValue: true }
  return this
})
Route.macro('example', function (this: Route, fields: Record<string, unknown>) {
  declare(this).example = fields
  return this
})
Route.macro('idempotent', function (this: Route, idempotency: RouteIdempotency) {
  const declared = declare(this)
  declared.idempotency = idempotency
  if (idempotency.kind === 'operation') declared.operationPath = idempotency.named
  return this
})
