import type { HttpContext } from '@adonisjs/core/http'
import { LRUCache } from 'lru-cache'
import { singleton } from '#app/extension/singleton'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { sendText, type SharedAnswer } from '#app/http/shared_answer'
import { LIMITS } from '#app/limits'

/** What was read, and its version: as long as that is the same, it shows the same. */
export interface Versioned {
  version: string
}

interface Kept extends Versioned {
  text: Buffer
}

/**
 * Keeps the texts of answers that many ask for again, all within one number of bytes. Its version is
 * read for each request, and a text of another version is not sent: a kept answer is never older
 * than one that is read anew.
 */
@singleton()
export class VersionedAnswers {
  #kept = new LRUCache<string, Kept>({
    maxSize: LIMITS.versionedAnswersBytes,
    maxEntrySize: LIMITS.versionedAnswersBytes / 8,
    sizeCalculation: ({ text }, name) => text.length + name.length,
  })

  /**
   * A restricted credential sees less than others, so that what it is shown is read for it alone and
   * has no version.
   *
   * @param name of what is shown, with its realm or another id of its tenant; whether the caller may
   *   see it has been decided
   * @param version read after the request has come
   * @param read finds this version, or a later one
   */
  async send<Read extends Versioned>(
    ctx: HttpContext,
    { name, version }: { name: string; version: string },
    answers: SharedAnswer<Read>,
    read: () => Promise<Read>
  ) {
    if (principalOf(ctx).statements !== null || ctx.notes.notices.length > 0) {
      return answers.send(ctx, await read())
    }
    if (isKnown(ctx, version)) return
    let kept = this.#kept.get(name)
    if (kept?.version !== version) {
      const found = await read()
      kept = { version: found.version, text: answers.text(found) }
      this.#kept.set(name, kept)
      tag(ctx, kept.version)
    }
    sendText(ctx, kept.text)
  }
}

/**
 * Gives the answer its version as `ETag`. When the caller names that version in `If-None-Match`, it
 * is told that nothing has changed, and there is nothing left to send.
 *
 * @param version visible ASCII without quotes
 */
export function isKnown(ctx: HttpContext, version: string): boolean {
  // Notices are those of one request, and no version tells of them.
  if (ctx.notes.notices.length > 0) return false
  tag(ctx, version)
  // Not `response.fresh()`: it heeds the `Cache-Control: no-cache` that `fetch` adds by itself.
  const known = ctx.request.header('if-none-match')?.split(',') ?? []
  if (!known.some((each) => each.trim().replace(/^W\//, '') === `"${version}"`)) return false
  ctx.response.status(304).send(null)
  return true
}

/** A browser keeps the answer for its own user, and asks each time whether it has changed. */
function tag({ response }: HttpContext, version: string) {
  response.header('etag', `"${version}"`).header('cache-control', 'private, no-cache')
  response.vary('authorization')
}
