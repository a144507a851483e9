import { glob, readFile } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'

type Service = new (...needs: never[]) => object

async function sources(): Promise<{ file: string; text: string }[]> {
  const found = []
  for await (const file of glob('{app,modules,providers}/**/*.ts', { cwd: app.makePath() })) {
    found.push({ file, text: await readFile(app.makePath(file), 'utf8') })
  }
  return found
}

async function load(file: string): Promise<Record<string, Service>> {
  return import(app.makeURL(file).href)
}

test.group('host | services', () => {
  test('every singleton can be built', async ({ assert }) => {
    let built = 0
    for (const { file, text } of await sources()) {
      for (const [, name] of text.matchAll(/^@singleton\(\)\nexport class (\w+)/gm)) {
        const service = (await load(file))[name!]!
        assert.instanceOf(await app.container.make(service), service, `${file} ${name}`)
        built += 1
      }
    }
    assert.isAbove(built, 50)
  })

  test('what a controller takes is bound, and not built anew for each request', async ({
    assert,
  }) => {
    let checked = 0
    for (const { file, text } of await sources()) {
      if (!text.includes('\n@inject()\n')) continue
      const { default: controller } = await load(file)
      const needs: Service[] = Reflect.getMetadata('design:paramtypes', controller!) ?? []
      for (const need of needs) {
        assert.isTrue(app.container.hasBinding(need), `${file} takes ${need.name}`)
        checked += 1
      }
    }
    assert.isAbove(checked, 50)
  })
})
