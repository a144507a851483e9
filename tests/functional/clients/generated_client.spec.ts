import { readFile, readdir } from 'node:fs/promises'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Client, type AnyData } from '#tests/support/client'
import {
  changingMethods,
  generate,
  type StreamDocument,
} from '#clients/typescript/generator/generate'
import { LEFT_OUT, NAMES } from '#clients/typescript/generator/names'

const GENERATED = 'clients/typescript/src/generated'

test.group('clients | what the TypeScript client has from the API document', (group) => {
  let document: AnyData

  group.setup(async () => {
    document = (await Client.anonymous().get('/openapi.json')).body
  })

  test('is of the present document', async ({ assert }) => {
    const stream = (await Client.anonymous().get('/asyncapi.json')).body as StreamDocument
    const files = await generate(document, stream)
    assert.sameMembers(await readdir(app.makePath(GENERATED)), Object.keys(files))
    for (const [name, text] of Object.entries(files)) {
      const kept = await readFile(app.makePath(GENERATED, name), 'utf8')
      assert.isTrue(kept === text, `${name} is stale: run "node ace client:generate"`)
    }
  })

  test('the console shows the same methods', async ({ assert }) => {
    const kept = await readFile(app.makePath('modules/console/core/client_methods.ts'), 'utf8')
    assert.isTrue(kept === changingMethods(document), 'run "node ace client:generate"')
  })

  test('names only operations that are there, and each once', ({ assert }) => {
    const ids = Object.values<AnyData>(document.paths).flatMap((methods) =>
      Object.values<AnyData>(methods).map(({ operationId }) => operationId as string)
    )
    const named = Object.values(NAMES).flatMap((methods) => Object.values(methods))
    assert.includeMembers(ids, [...named, ...LEFT_OUT])
    assert.lengthOf(new Set(named), named.length)
  })
})
