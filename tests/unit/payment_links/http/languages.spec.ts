import { glob, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import i18n from '@adonisjs/i18n/services/main'

const MODULE = 'modules/payment_links'
const LANGUAGES = ['de', 'en', 'es', 'fr', 'ja']
/** `pay.problem.` is followed by the kind of a problem. */
const KINDS = ['checksum', 'fixed', 'form', 'refused', 'required', 'zero']

const textsOf = (language: string): Record<string, string> => i18n.getTranslationsFor(language)
const valuesIn = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).toSorted()

/** The keys that the pages name, and those that the code behind them does. */
async function namedKeys(): Promise<Set<string>> {
  const named = new Set(KINDS.map((kind) => `pay.problem.${kind}`))
  for await (const file of glob(`${MODULE}/{views/**/*.edge,http/*.ts}`, { cwd: app.makePath() })) {
    const text = await readFile(app.makePath(file), 'utf8')
    const keys = file.endsWith('.edge')
      ? text.matchAll(/\bt\(\s*'([\w.]+)'/g)
      : text.matchAll(/\btext\(\s*(?:\w+ \? '([\w.]+)' : )?'([\w.]+)'/g)
    for (const [, ...found] of keys) {
      for (const key of found.filter((each) => each !== undefined)) {
        named.add(key.startsWith('pay.') ? key : `pay.${key}`)
      }
    }
  }
  return named
}

test.group('payment_links | languages', () => {
  test('pages speak the languages that are there', async ({ assert }) => {
    assert.sameMembers(i18n.supportedLocales(), LANGUAGES)
    const folders: string[] = []
    for await (const folder of glob(`${MODULE}/languages/*`, { cwd: app.makePath() })) {
      folders.push(basename(folder))
    }
    assert.sameMembers(folders, LANGUAGES)
  })

  test('no text is missing and none is unused, {$self}')
    .with(LANGUAGES)
    .run(async ({ assert }, language) => {
      assert.deepEqual(
        Object.keys(textsOf(language)).toSorted(),
        [...(await namedKeys())].toSorted()
      )
    })

  test('each text names the values that the English one names, {$self}')
    .with(LANGUAGES)
    .run(({ assert }, language) => {
      const english = textsOf('en')
      const speaking = i18n.locale(language)
      for (const [key, text] of Object.entries(textsOf(language))) {
        assert.deepEqual(valuesIn(text), valuesIn(english[key]!), key)
        const values = Object.fromEntries(valuesIn(text).map((name) => [name, `<${name}>`]))
        const said = speaking.t(key, values)
        for (const value of Object.values(values)) assert.include(said, value, key)
        assert.notMatch(said, /[{}]/, key)
      }
    })

  test('whoever asks for another language gets the nearest, or English', ({ assert }) => {
    for (const [asked, given] of [
      ['de-AT,de;q=0.9,en;q=0.5', 'de'],
      ['fr-CA', 'fr'],
      ['ja', 'ja'],
      ['nl,es;q=0.5', 'es'],
    ] as const) {
      assert.equal(i18n.getSupportedLocaleFor(asked.split(',')), given, asked)
    }
    assert.isNull(i18n.getSupportedLocaleFor('nl'))
  })
})
