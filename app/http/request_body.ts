import { MIMEType, promisify } from 'node:util'
import { brotliDecompress, unzip } from 'node:zlib'
import type { HttpContext } from '@adonisjs/core/http'
import rawBody from 'raw-body'
import { ServiceError, invalidField } from '#app/http/errors/service_error'
import { readStrictly, type JsonReading } from '#app/http/json_structure'
import { admitUpload, fromMultipart } from '#app/http/multipart_body'

/** Methods whose bodies are read. */
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
const UNPACK = {
  gzip: promisify(unzip),
  deflate: promisify(unzip),
  br: promisify(brotliDecompress),
}
/**
 * A byte-order mark at the beginning is skipped (RFC 8259, section 8.1), because Windows editors
 * write one.
 */
const UTF8 = new TextDecoder('utf-8', { fatal: true })
const UTF8_NAMES = /^utf-?8$/i

/** By what a route says of its body. */
export const MEDIA_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
} as const

/**
 * Reads the body of an admitted request: JSON or a browser's form, and where the route takes a file,
 * that with its fields alone. A body of another type is not read.
 *
 * @param limit bytes, before and after decompression
 * @param fileOf the organization that sends a file, where the route takes one
 * @throws ServiceError PAYLOAD_TOO_LARGE, VALIDATION_ERROR, OVERLOADED
 */
export async function readBody(
  ctx: HttpContext,
  limit: number,
  fileOf: string | null = null
): Promise<void> {
  const { request, response } = ctx
  if (!WITH_BODY.has(request.method()) || !request.hasBody()) return
  const contentType = request.header('content-type') ?? ''
  const type = mediaType(contentType)
  const isRead = type === MEDIA_TYPES.json || type === MEDIA_TYPES.form
  // A file may be larger than any other body that is read.
  if (fileOf !== null ? type !== MEDIA_TYPES.multipart : !isRead) return
  if (fileOf !== null) admitUpload(ctx, fileOf)
  else requireUtf8(contentType)
  // The client waits for this before it sends the body.
  if (request.header('expect')?.toLowerCase() === '100-continue') response.response.writeContinue()
  const bytes = await unpacked(
    request.header('content-encoding'),
    await received(request, limit),
    limit
  )
  if (fileOf !== null) {
    const fields = await fromMultipart(bytes, contentType)
    // A signature covers the fields, and the file by its hash.
    request.updateRawBody(JSON.stringify(fields))
    return request.updateBody(fields)
  }
  const text = textOf(bytes)
  request.updateRawBody(text)
  request.updateBody(type === MEDIA_TYPES.json ? fromJson(ctx, text, bytes) : fromForm(text))
}

/** The media type of a Content-Type header, without its parameters. */
export function mediaType(header: string | undefined): string | undefined {
  return header?.split(';')[0]?.trim().toLowerCase()
}

/**
 * Text of another charset can be valid UTF-8 by chance, and would be read as something that was not
 * written.
 */
function requireUtf8(contentType: string): void {
  if (!contentType.includes(';')) return
  const charset = new MIMEType(contentType).params.get('charset')
  if (charset === null || UTF8_NAMES.test(charset)) return
  throw invalidField(
    'content-type',
    'charset',
    `The Content-Type header declares the charset ${charset}; bodies must be UTF-8.`
  )
}

async function received({ request }: HttpContext['request'], limit: number): Promise<Buffer> {
  try {
    return await rawBody(request, { limit, length: request.headers['content-length'] })
  } catch (error) {
    if ((error as { status?: number }).status === 413) throw tooLarge(limit)
    throw invalidField('body', 'length', 'The body did not arrive as a whole.')
  }
}

/** The thread pool of Node.js decompresses bodies, and never beyond the limit. */
async function unpacked(
  encoding: string | undefined,
  bytes: Buffer,
  limit: number
): Promise<Buffer> {
  const name = encoding?.trim().toLowerCase() ?? 'identity'
  if (name === 'identity') return bytes
  const unpack = UNPACK[name as keyof typeof UNPACK]
  if (!Object.hasOwn(UNPACK, name)) {
    throw invalidField(
      'content-encoding',
      'enum',
      'The Content-Encoding may be gzip, deflate or br.'
    )
  }
  try {
    return await unpack(bytes, { maxOutputLength: limit })
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limit)
    throw invalidField('body', 'encoding', 'The body is not what its Content-Encoding says.')
  }
}

function tooLarge(limit: number): ServiceError {
  const message = `The request body is larger than ${limit} bytes.`
  return new ServiceError('PAYLOAD_TOO_LARGE', { message, details: { limit } })
}

/**
 * A wrong byte that became a question mark would be booked, signed and shown as if it had been
 * meant.
 */
function textOf(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes)
  } catch {
    throw invalidField('body', 'utf8', 'The body is not valid UTF-8.')
  }
}

function fromJson(
  { notes }: HttpContext,
  text: string,
  bytes: Uint8Array
): Record<string, unknown> {
  if (text === '') return {}
  const reading = read(text, bytes)
  if (reading.problem) throw invalidField('body', reading.problem.rule, reading.problem.message)
  const { value, repeatedKey } = reading
  if (value === null || typeof value !== 'object') {
    throw invalidField('body', 'object', 'The body must be a JSON object.')
  }
  notes.repeatedKey = repeatedKey
  return value as Record<string, unknown>
}

function read(text: string, bytes: Uint8Array): JsonReading {
  try {
    return readStrictly('body', text, bytes)
  } catch {
    throw invalidField('body', 'json', 'The body is not valid JSON.')
  }
}

/** A field that is named twice becomes a list, which the rules of forms refuse. */
function fromForm(text: string): Record<string, unknown> {
  const fields = new URLSearchParams(decodable(text))
  return Object.fromEntries(
    [...new Set(fields.keys())].map((name) => {
      const values = fields.getAll(name).map((value) => value.trim())
      return [name, values.length === 1 ? values[0] : values]
    })
  )
}

function decodable(text: string): string {
  try {
    decodeURIComponent(text)
    return text
  } catch {
    throw invalidField('body', 'utf8', 'The form holds a malformed percent-encoding.')
  }
}
