import { execFile } from 'node:child_process'
import app from '@adonisjs/core/services/app'
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { accepted, type AnyData, type Client } from '#tests/support/client'

type Query = Record<string, string | number | undefined>

export const ALWAYS = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }

/** Every page of an export, as the API answers them. */
export async function exportPages(
  client: Client,
  query: Query,
  between: () => Promise<unknown> = async () => {}
): Promise<AnyData[]> {
  const pages: AnyData[] = []
  let cursor: string | undefined
  do {
    const page = accepted(
      await client.get('/api/v1/operations/export', { ...ALWAYS, ...query, cursor })
    )
    pages.push(page)
    cursor = page.nextCursor ?? undefined
    if (cursor !== undefined) await between()
  } while (cursor !== undefined)
  return pages
}

/** What a forger would do who knows the format: makes the digests fit the changed pages again. */
export function sealAgain(pages: AnyData[]): AnyData[] {
  let previous: string | null = null
  return pages.map((page, index) => {
    const { nextCursor, ...rest } = page
    const place = { page: index + 1, previous }
    const content: string = sha256(canonicalize({ ...rest, digest: place }) ?? '')
    previous = content
    const sealed = sha256(`${content}\n${nextCursor ?? ''}`)
    return { ...page, digest: { ...place, content, sealed } }
  })
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** What the command says of a file. */
export function verifyFile(file: string): Promise<{ code: number; output: string }> {
  const args = [...process.execArgv, 'ace.js', 'ledger:verify-export', file]
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: app.makePath() }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr })
    )
  })
}
