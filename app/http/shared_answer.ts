import type { HttpContext } from '@adonisjs/core/http'
import { answer, enveloped } from '#app/http/envelope'

/**
 * Answers with what several requests may have read together: it is shown, and written as text, once
 * for all of them.
 */
export class SharedAnswer<Read extends object> {
  #texts = new WeakMap<Read, Buffer>()

  constructor(private present: (read: Read) => unknown) {}

  send(ctx: HttpContext, read: Read) {
    // Notices are those of one request.
    if (ctx.notes.notices.length > 0) return answer(ctx, this.present(read))
    sendText(ctx, this.text(read))
  }

  /** The answer without notices, as JSON in UTF-8. */
  text(read: Read): Buffer {
    let text = this.#texts.get(read)
    if (!text) {
      text = Buffer.from(JSON.stringify(enveloped(this.present(read)).body))
      this.#texts.set(read, text)
    }
    return text
  }
}

export function sendText(ctx: HttpContext, text: Buffer) {
  ctx.response.header('Content-Type', 'application/json; charset=utf-8').send(text)
}
