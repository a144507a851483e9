import type { HttpContext } from '@adonisjs/core/http'

/** Something the caller should know about a request that has succeeded. */
export interface Notice {
  code: string
  message: string
}

export function addNotice({ notes }: HttpContext, notice: Notice) {
  notes.notices.push(notice)
}
