import type { HttpContext } from '@adonisjs/core/http'
import { answer, enveloped } from '#app/http/envelope'

/**
 * Answers with what several requests may have read together: it is shown, and written as text, once
 * for all of them.
 */
export class SharedAnswer<Read extends object> {
  #bodies = new WeakMap<Read, Buffer>()

  constructor(private present: (read: Read) => unknown) {}

  send(ctx: HttpContext, read: Read) {
    // Notices are those of one request.
    if (ctx.notes.notices.length > 0) return answer(ctx, this.present(read))
    let body = this.#bodies.get(read)
    if (!body) {
      body = Buffer.from(JSON.stringify(enveloped(this.present(read)).body))
      this.#bodies.set(read, body)
    }
    ctx.response.header('Content-Type', 'application/json; charset=utf-8').send(body)
  }
}
