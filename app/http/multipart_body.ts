import { MIMEType } from 'node:util'
import type { HttpContext } from '@adonisjs/core/http'
import { ServiceError, invalidField } from '#app/http/errors/service_error'
import { UploadedFile } from '#app/http/uploaded_file'
import { LIMITS } from '#app/limits'

/** Whose requests with a file this process has in memory, by organization. */
const uploads = new Map<string, number>()

/**
 * Lets a request bring a file, until it is answered: a file is in memory meanwhile, and many at once
 * would leave the process without. Nobody has all places: files that are sent slowly keep theirs
 * for half a minute.
 *
 * @param orgId whose place it takes
 * @throws ServiceError OVERLOADED, VALIDATION_ERROR when its client has left already
 */
export function admitUpload({ response }: HttpContext, orgId: string): void {
  const own = uploads.get(orgId) ?? 0
  if (own >= LIMITS.uploadsOfOrganization) throw overloaded(`${own} of your organization’s files`)
  const all = uploadsUnderWay()
  if (all >= LIMITS.uploadsAtOnce) throw overloaded(`${all} files`)
  // It would never close again, and its place be lost.
  if (response.response.closed) {
    throw invalidField('body', 'length', 'The body did not arrive as a whole.')
  }
  uploads.set(orgId, own + 1)
  response.response.once('close', () => {
    const left = uploads.get(orgId)! - 1
    if (left > 0) uploads.set(orgId, left)
    else uploads.delete(orgId)
  })
}

/** How many requests with a file this process has in memory. */
export function uploadsUnderWay(): number {
  return [...uploads.values()].reduce((sum, each) => sum + each, 0)
}

function overloaded(files: string): ServiceError {
  return new ServiceError('OVERLOADED', {
    message: `This process receives ${files} already. Nothing was stored.`,
    next: 'Wait for the seconds in the Retry-After header and send the file again.',
  })
}

/**
 * The fields and files of a `multipart/form-data` body. A field that is named twice becomes a list,
 * which the rules refuse.
 *
 * @throws ServiceError VALIDATION_ERROR
 */
export async function fromMultipart(
  bytes: Buffer,
  contentType: string
): Promise<Record<string, unknown>> {
  checkParts(bytes, new MIMEType(contentType).params.get('boundary'))
  const form = await formOf(bytes, contentType)
  const names = [...new Set(form.keys())]
  // Refusals name the field.
  if (names.some((name) => name.length > LIMITS.uploadNameLength)) {
    const message = `The name of a field is longer than ${LIMITS.uploadNameLength} characters.`
    throw invalidField('body', 'fieldName', message)
  }
  const values = await Promise.all(
    names.map((name) => Promise.all(form.getAll(name).map((value) => valueOf(name, value))))
  )
  return Object.fromEntries(
    names.map((name, at) => [name, values[at]!.length === 1 ? values[at]![0] : values[at]])
  )
}

/** A body of a million parts would keep the process busy for seconds, so they are counted first. */
function checkParts(bytes: Buffer, boundary: string | null) {
  if (!boundary) throw invalidField('content-type', 'boundary', 'The Content-Type has no boundary.')
  const delimiter = `--${boundary}`
  let parts = -1
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + 1)) {
    if (++parts > LIMITS.uploadParts) {
      throw invalidField('body', 'parts', `The body has more than ${LIMITS.uploadParts} parts.`)
    }
  }
}

async function formOf(bytes: Buffer, contentType: string): Promise<FormData> {
  try {
    const headers = { 'content-type': contentType }
    return await new Response(new Uint8Array(bytes), { headers }).formData()
  } catch {
    throw invalidField('body', 'multipart', 'The body is not valid multipart/form-data.')
  }
}

async function valueOf(name: string, value: string | File): Promise<unknown> {
  if (typeof value !== 'string') {
    const fileName = value.name.replaceAll(/\p{Cc}/gu, '')
    return new UploadedFile(fileName, new Uint8Array(await value.arrayBuffer()))
  }
  // Bytes that were no UTF-8 have become this character.
  if (value.includes('\ufffd')) {
    throw invalidField(name, 'utf8', `The ${name} field is not valid UTF-8.`)
  }
  if (value.length > LIMITS.uploadFieldLength) {
    const message = `The ${name} field must not be longer than ${LIMITS.uploadFieldLength} characters.`
    throw invalidField(name, 'maxLength', message)
  }
  return value
}
