import { test } from '@japa/runner'
import { newId } from '#app/ids/ids'
import { ANALYTICS_LIMITS } from '#modules/analytics/limits'
import {
  selects,
  selectorsOf,
  sourceProblem,
  type Selector,
  type WatchSource,
} from '#modules/analytics/core/watch_sources'

const none = () => Promise.resolve(null)

test.group('analytics | watch sources', () => {
  test('each type has its own form', ({ assert }) => {
    const right: WatchSource[] = [
      { type: 'prefix', value: '/' },
      { type: 'prefix', value: '/a/' },
      { type: 'prefix', value: '/a' },
      { type: 'pattern', value: '/a/*/b' },
      { type: 'pattern', value: '/*/x/*' },
      { type: 'paths', value: '/a,/b/c' },
      { type: 'watch', value: newId('wat') },
    ]
    for (const source of right) assert.isNull(sourceProblem(source), JSON.stringify(source))
    const wrong: WatchSource[] = [
      { type: 'prefix', value: '/a/*' },
      { type: 'prefix', value: 'a' },
      { type: 'pattern', value: '/a*/b' },
      { type: 'pattern', value: '/a/**' },
      { type: 'pattern', value: '/a/*/' },
      { type: 'pattern', value: '/a/../*' },
      { type: 'paths', value: '/a,' },
      { type: 'paths', value: '/a/,/b' },
      { type: 'paths', value: ',' },
      { type: 'watch', value: '/a' },
    ]
    for (const source of wrong) assert.isNotNull(sourceProblem(source), JSON.stringify(source))
  })

  test('a watch among the sources is taken for what it is made of', async ({ assert }) => {
    const inner: Selector[] = [
      { kind: 'prefix', value: '/a/' },
      { kind: 'paths', values: ['/x', '/y'] },
    ]
    const id = newId('wat')
    const result = await selectorsOf(
      [
        { type: 'watch', value: id },
        { type: 'prefix', value: '/a/' },
        { type: 'paths', value: '/y,/x,/y' },
      ],
      (asked) => Promise.resolve(asked === id ? inner : null)
    )
    assert.deepEqual(result, { selectors: inner })
  })

  test('a watch that does not exist, or itself, is refused by its place', async ({ assert }) => {
    const sources: WatchSource[] = [
      { type: 'prefix', value: '/a/' },
      { type: 'watch', value: newId('wat') },
    ]
    const result = await selectorsOf(sources, none)
    assert.equal('problem' in result ? result.problem.field : '', 'sources.1.value')
  })

  test('watches of watches cannot grow without end', async ({ assert }) => {
    const many = Array.from(
      { length: ANALYTICS_LIMITS.watchSelectors + 1 },
      (_each, index): Selector => {
        return { kind: 'path', value: `/a/${index}` }
      }
    )
    const source: WatchSource = { type: 'watch', value: newId('wat') }
    const result = await selectorsOf([source], () => Promise.resolve(many))
    assert.equal('problem' in result ? result.problem.rule : '', 'too_many')
  })

  test('a selector takes in exactly its paths', ({ assert }) => {
    const cases: [Selector, string, boolean][] = [
      [{ kind: 'prefix', value: '/' }, '/a', true],
      [{ kind: 'prefix', value: '/' }, '/_system/fees', false],
      [{ kind: 'prefix', value: '/_system/' }, '/_system/fees', true],
      [{ kind: 'prefix', value: '/a/' }, '/a', false],
      [{ kind: 'prefix', value: '/a/' }, '/a/b/c', true],
      [{ kind: 'prefix', value: '/a/' }, '/ab', false],
      [{ kind: 'path', value: '/a' }, '/a', true],
      [{ kind: 'path', value: '/a' }, '/a/b', false],
      [{ kind: 'pattern', value: '/u/*/w' }, '/u/1/w', true],
      [{ kind: 'pattern', value: '/u/*/w' }, '/u/1/2/w', false],
      [{ kind: 'pattern', value: '/u/*/w' }, '/u/1/w/x', false],
      [{ kind: 'pattern', value: '/*/*' }, '/a/b', true],
      [{ kind: 'pattern', value: '/*/*' }, '/_system/fees', false],
      [{ kind: 'paths', values: ['/a', '/b'] }, '/b', true],
    ]
    for (const [selector, path, taken] of cases) {
      assert.equal(selects(selector, path), taken, `${JSON.stringify(selector)} ${path}`)
    }
  })
})
