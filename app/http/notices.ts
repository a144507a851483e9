import type { HttpContext } from '@adonisjs/core/http'

/** Something the caller should know about a request that has succeeded. */
export interface Notice {
  code: string
  message: string
}

const noticed = new WeakMap<HttpContext, Notice[]>()

export function addNotice(ctx: HttpContext, notice: Notice) {
  noticed.set(ctx, [...noticesOf(ctx), notice])
}

export function noticesOf(ctx: HttpContext): Notice[] {
  return noticed.get(ctx) ?? []
}
