import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'

type Tokens = Record<string, string>

const read = (path: string) => readFileSync(app.makePath(path), 'utf8')
const tokensIn = (css: string): Tokens =>
  Object.fromEntries(
    [...css.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [name!, colour!])
  )

const [light, dark] = read('resources/assets/tokens.css').split('@media')
const SCHEMES = { light: tokensIn(light!), dark: { ...tokensIn(light!), ...tokensIn(dark!) } }

/** Relative luminance, as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function contrast(one: string, other: string): number {
  const [darker, brighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (brighter! + 0.05) / (darker! + 0.05)
}

const PAIRS: [text: string, ground: string, least: number][] = [
  ['ink', 'ground', 7],
  ['ink', 'sheet', 7],
  ['soft', 'ground', 4.5],
  ['soft', 'sheet', 4.5],
  ['line', 'sheet', 3],
  ['accent', 'ground', 4.5],
  ['accent', 'sheet', 4.5],
  ['accent', 'wash', 4.5],
  ['on-accent', 'accent', 4.5],
  ['gain', 'ground', 4.5],
  ['gain', 'sheet', 4.5],
  ['gain', 'gain-ground', 4.5],
  ['problem', 'ground', 4.5],
  ['problem', 'sheet', 4.5],
  ['problem', 'problem-ground', 4.5],
  ['on-notice', 'notice', 4.5],
]

test.group('design | tokens', () => {
  for (const [scheme, tokens] of Object.entries(SCHEMES)) {
    test(`whatever is read has the contrast that docs/design.md promises, ${scheme}`, ({
      assert,
    }) => {
      for (const [text, ground, least] of PAIRS) {
        const found = contrast(tokens[text]!, tokens[ground]!)
        assert.isAtLeast(found, least, `--${text} on --${ground}`)
      }
    })

    test(`the colours are those of docs/design.md, ${scheme}`, ({ assert }) => {
      const page = read('docs/design.md')
      for (const [text, ground] of PAIRS) {
        for (const name of [text, ground]) assert.include(page, tokens[name]!, `--${name}`)
      }
    })
  }

  test('no style sheet has a colour of its own beside them', ({ assert }) => {
    for (const path of ['resources/assets/pages.css', 'modules/console/browser/console.css']) {
      assert.deepEqual(read(path).match(/#[0-9a-f]{3,8}\b/gi) ?? [], [], path)
    }
  })

  test('every token that is used is there', ({ assert }) => {
    const all = read('resources/assets/tokens.css')
    for (const path of ['pages.css', 'pay.css', 'docs.css'].map(
      (name) => `resources/assets/${name}`
    )) {
      for (const [, name] of read(path).matchAll(/var\(--([\w-]+)\)/g)) {
        assert.include(all, `--${name}:`, path)
      }
    }
  })
})
