import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import type { Client, TestRealm } from '#tests/support/client'

type Body = Record<string, unknown>

/** A request that makes or moves something, and how to see how often it did. */
export interface KeyedPost {
  client: Client
  address: string
  body: Body | FormData
  /** The same with other inputs; null where there are none. */
  other: Body | FormData | null
  /** Where the inputs are in the address. */
  otherAddress?: string
  /** How many of what it makes there are; null where the chain alone would tell. */
  count: (() => Promise<number>) | null
}

/** What `tests/samples.ts` (or `.js`) of an added module gives the tests of the whole API. */
export interface BroughtSamples {
  /** For each `POST` that is executed once by its key, as in `keyed_posts.ts`. */
  keyedPosts?: Record<
    string,
    (world: { realm: TestRealm }, key: string) => Promise<KeyedPost> | KeyedPost
  >
  /**
   * What has to be there before the example of an operation is sent, by its name. What it returns is put in
   * the place of what stands in the example.
   */
  examples?: Record<string, (realm: TestRealm) => Promise<Record<string, string>>>
}

/** The files of this name beside the specs of the modules that `adonisrc.ts` loads, wherever they are. */
async function broughtFiles(name: string): Promise<string[]> {
  const loaded = await readFile(app.makePath('adonisrc.ts'), 'utf8')
  const folders = [...loaded.matchAll(/import\('(?:#|\.\/)?([^']+)\/provider(?:\.js)?'\)/g)]
  return folders
    .flatMap(([, folder]) =>
      ['', 'node_modules/'].map((place) => `${place}${folder}/tests/${name}`)
    )
    .map((file) => app.makePath(file))
    .filter((file) => existsSync(file))
}

/** The lines of those files. */
export async function broughtLines(name: string): Promise<string[]> {
  const texts = await Promise.all((await broughtFiles(name)).map((file) => readFile(file, 'utf8')))
  return texts.flatMap((text) => text.trim().split('\n'))
}

export async function broughtSamples(): Promise<Required<BroughtSamples>> {
  const files = (await broughtFiles('samples.ts')).concat(await broughtFiles('samples.js'))
  const all = await Promise.all(files.map((file) => import(file) as Promise<BroughtSamples>))
  return {
    keyedPosts: Object.assign({}, ...all.map(({ keyedPosts }) => keyedPosts)),
    examples: Object.assign({}, ...all.map(({ examples }) => examples)),
  }
}
