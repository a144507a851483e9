import type { ActionRequirement, ResourceSource, RouteAccess } from '#app/http/route_declaration'

/** The ways a route can say who may call it: `.access(access.action('svc:ReadObject', on.query('path')))`. */
export const access = {
  public: (): RouteAccess => ({ kind: 'public' }),
  authenticated: (): RouteAccess => ({ kind: 'authenticated' }),
  organization: (): RouteAccess => ({ kind: 'organization' }),
  operator: (): RouteAccess => ({ kind: 'operator' }),
  platformAdmin: (): RouteAccess => ({ kind: 'platform_admin' }),
  action: (action: string, on: ResourceSource): RouteAccess => ({
    kind: 'actions',
    requires: [{ action, on }],
  }),
  actions: (...requires: ActionRequirement[]): RouteAccess => ({ kind: 'actions', requires }),
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
  /** A path or prefix in the query, with what holds without one. */
  query: (field: string, otherwise: string | null = null): ResourceSource => ({
    describe: `query.${field}`,
    from: (input) => text(input[field]) ?? otherwise,
  }),
  /** The realm's root. */
  root: (): ResourceSource => ({ describe: '/', from: () => '/' }),
  /** Known only after a read; the use case checks it. */
  looked: (describe: string): ResourceSource => ({ describe }),
}
