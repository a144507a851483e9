import { hash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import app from '@adonisjs/core/services/app'
import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { ApiDocument } from '#app/http/openapi/api_document'
import { CLIENT_METHODS } from '../core/client_methods.ts'
import { declaredCall, type CallDocument } from '../core/declared_call.ts'
import { BrowserFiles } from './browser_files.ts'

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' }

const CALL = /^calls\/(\w+)\.json$/

interface Sent {
  bytes: Buffer
  gzipped: Buffer
  etag: string
  type: string
}

const compress = promisify(gzip)

/**
 * Serves the files that the pages load, those of other modules too, and what a form has to know of
 * the call it makes.
 */
@singleton()
export default class AssetsController {
  #sent = new Map<string, Promise<Sent>>()
  #document: CallDocument | null = null

  constructor(
    private files: BrowserFiles,
    private reference: ApiDocument
  ) {}

  async show({ params, request, response }: HttpContext) {
    const name = (params['*'] as string[]).join('/')
    const sent = (await this.#call(name)) ?? (await this.#file(name))
    response.header('content-type', `${sent.type}; charset=utf-8`)
    response.header('cache-control', app.inProduction ? 'public, max-age=300' : 'no-cache')
    response.header('x-content-type-options', 'nosniff')
    response.header('etag', sent.etag).header('vary', 'accept-encoding')
    if (request.header('if-none-match') === sent.etag) return response.status(304).send(null)
    const zipped = /\bgzip\b/.test(request.header('accept-encoding') ?? '')
    if (zipped) response.header('content-encoding', 'gzip')
    response.send(zipped ? sent.gzipped : sent.bytes)
  }

  /** The declaration of one call: the whole document is a thousand times as long. */
  async #call(name: string): Promise<Sent | null> {
    const operationId = CALL.exec(name)?.[1]
    if (operationId === undefined) return null
    this.#document ??= JSON.parse(this.reference.text()) as CallDocument
    const call = declaredCall(this.#document, operationId, CLIENT_METHODS)
    if (call === null) return null
    return this.#kept(name, () => Buffer.from(JSON.stringify(call)), 'application/json')
  }

  /** A file is read again when it has changed: whoever works on a page reloads it. */
  async #file(name: string): Promise<Sent> {
    const path = await this.files.find(name)
    if (path === null) throw new ServiceError('NOT_FOUND')
    const { mtimeMs } = await stat(path)
    return this.#kept(`${mtimeMs} ${path}`, () => readFile(path), TYPES[extname(name)]!)
  }

  #kept(key: string, read: () => Buffer | Promise<Buffer>, type: string): Promise<Sent> {
    const known = this.#sent.get(key)
    if (known) return known
    const sent = Promise.resolve(read()).then((bytes) => packed(bytes, type))
    this.#sent.set(key, sent)
    return sent
  }
}

async function packed(bytes: Buffer, type: string): Promise<Sent> {
  const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`
  return { bytes, gzipped: await compress(bytes), etag, type }
}
