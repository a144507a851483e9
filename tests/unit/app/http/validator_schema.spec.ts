import { test } from '@japa/runner'
import vine from '@vinejs/vine'
import { requiredOf, schemaOf } from '#app/http/openapi/validator_schema'

test.group('app | http | validators as JSON Schema', () => {
  test('what must be given, if only as null, is required, in every depth', async ({ assert }) => {
    const inner = { rate: vine.number().nullable(), note: vine.string().nullable().optional() }
    const validator = vine.create({ ...inner, name: vine.string(), of: vine.object(inner) })
    assert.deepEqual(requiredOf(validator), ['rate', 'name', 'of'])
    assert.containSubset(schemaOf(validator), { properties: { of: { required: ['rate'] } } })
    const given = { rate: null, name: 'a', of: { rate: null } }
    assert.deepEqual(await validator.validate(given), given)
    await assert.rejects(() => validator.validate({ ...given, rate: undefined }))
  })
})
