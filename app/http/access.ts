import type { BuilderRole } from '#app/extension/principal'
import type { ActionRequirement, ResourceSource, RouteAccess } from '#app/http/route_declaration'

/**
 * The ways in which a route declares who may call it: `.access(access.action('svc:ReadObject',
 * on.query('path')))`.
 */
export const access = {
  public: (): RouteAccess => ({ kind: 'public' }),
  authenticated: (): RouteAccess => ({ kind: 'authenticated' }),
  organization: (): RouteAccess => ({ kind: 'organization' }),
  /** @param roles of the builders who may; without any, every member of an organization */
  builderSession: (roles: readonly BuilderRole[] = []): RouteAccess => ({
    kind: 'builder_session',
    roles,
  }),
  operator: (): RouteAccess => ({ kind: 'operator' }),
  platformAdmin: (): RouteAccess => ({ kind: 'platform_admin' }),
  action: (action: string, source: ResourceSource): RouteAccess =>
    actions([{ action, on: source }]),
  actions: (...requires: ActionRequirement[]): RouteAccess => actions(requires),
}

/**
 * @throws TypeError when a resource is no source, such as `on.root` without its call: nothing would
 *   be checked
 */
function actions(requires: ActionRequirement[]): RouteAccess {
  for (const { action, on: source } of requires) {
    if (typeof source?.describe === 'string') continue
    throw new TypeError(`The resource of ${action} must be a source, as on.root() returns one`)
  }
  return { kind: 'actions', requires }
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** The resource of a permission check. */
export const on = {
  /** A path in the body. */
  body: (field: string): ResourceSource => ({
    describe: `body.${field}`,
    from: (input) => text(input[field]),
  }),
  /** A path or prefix in the query; `otherwise` when the query has none. */
  query: (field: string, otherwise: string | null = null): ResourceSource => ({
    describe: `query.${field}`,
    from: (input) => text(input[field]) ?? otherwise,
  }),
  /** The realm's root. */
  root: (): ResourceSource => ({ describe: '/', from: () => '/' }),
  /** The resource is known only after a read; the use case checks it. */
  looked: (describe: string): ResourceSource => ({ describe }),
}
