import { readdir } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'

/** The files below `docs/` that are pages. */
export async function markdownFiles(): Promise<Set<string>> {
  const [pages, guides] = await Promise.all(
    ['docs', 'docs/guides'].map((folder) => readdir(app.makePath(folder)))
  )
  const names = [...pages!, ...guides!.map((name) => `guides/${name}`)]
  return new Set(names.filter((name) => name.endsWith('.md')))
}

/** The address of such a file's page. */
export const pageOf = (file: string) => `/docs/${file.replace(/(\/README)?\.md$/, '')}`
