import vine from '@vinejs/vine'
import { givenName, opaqueId } from '#app/http/rules'
import { publicKeyProblem } from '../services/signing_public_key.ts'

const ed25519Rule = vine.createRule(
  (value, _options, field) => {
    if (typeof value !== 'string') return
    const problem = publicKeyProblem(value)
    if (problem) field.report(`The {{ field }} field ${problem}`, 'ed25519_public_key', field)
  },
  {
    toJSONSchema: (schema) =>
      Object.assign(schema, {
        contentEncoding: 'base64',
        pattern: '^[A-Za-z0-9+/]{43}=$',
        examples: ['11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='],
      }),
  }
)

export const registerSigningKeyBody = vine.create({
  name: givenName(),
  publicKey: vine.string().use(ed25519Rule()),
})

export const signingKeyParams = vine.create({ id: opaqueId() })
