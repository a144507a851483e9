import { test } from '@japa/runner'
import { homesOf, siblingsOf } from '#app/processes/siblings'

test.group('app | homes among servers', () => {
  test('one for each four cores, and never more than there are servers')
    .with([
      { servers: 1, cores: 1, homes: 1 },
      { servers: 2, cores: 2, homes: 1 },
      { servers: 4, cores: 4, homes: 1 },
      { servers: 8, cores: 8, homes: 2 },
      { servers: 2, cores: 64, homes: 2 },
    ])
    .run(({ assert }, { servers, cores, homes }) => {
      assert.equal(homesOf(servers, cores), homes, `${servers} servers on ${cores} cores`)
    })
})

test.group('app | servers that stand by', () => {
  test('the first that are ready fill the cores, and the others stand by')
    .with([
      { ready: 'a', cores: 1, standBy: '' },
      { ready: 'ab', cores: 2, standBy: 'b' },
      { ready: '-b', cores: 2, standBy: '' },
      { ready: 'a-c', cores: 4, standBy: '' },
      { ready: 'abc', cores: 4, standBy: 'c' },
      { ready: 'abcd', cores: 8, standBy: '' },
    ])
    .run(({ assert }, { ready, cores, standBy }) => {
      const servers = [...ready].map((name) => (name === '-' ? null : name))
      const told = [...siblingsOf(servers, cores)]
      const standing = told.filter(([, { standsBy }]) => standsBy).map(([name]) => name)
      assert.equal(standing.join(''), standBy)
      const running = servers.filter((name) => name !== null).length
      for (const [, each] of told) assert.containSubset(each, { running, wanted: servers.length })
    })
})
