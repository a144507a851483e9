import { test } from '@japa/runner'
import { homesOf } from '#app/processes/siblings'

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
