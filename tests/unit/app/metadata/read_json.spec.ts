import { test } from '@japa/runner'
import { parseJson } from '#app/http/json_structure'

test.group('app | reading JSON', () => {
  test('{1} is read as what it says after {0}')
    .with([
      ['{"a":1,"\\\\":2}', '{"a":1,"\\"":2}', '"'],
      ['{"b":1,"\\\\u00":2}', '{"b":1,"\\u006eame":2}', 'name'],
      ['{"c":1,"gr\\\\u":2}', '{"c":1,"gr\\u00fcn":2}', 'grün'],
    ] as const)
    .run(({ assert }, [before, text, key]) => {
      parseJson(before)
      assert.deepEqual(Object.keys(parseJson(text) as object)[1], key)
    })
})
