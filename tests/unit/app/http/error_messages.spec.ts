import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { ErrorCatalogue } from '#app/http/errors/catalogue'
import { ServiceError, invalid } from '#app/http/errors/service_error'
import { CREDENTIAL_PROBLEMS } from '#modules/auth/core/credential_problems'
import { refusalText } from '../../../../modules/venue/core/books/refusal_texts.ts'
import { REASONS, type RefusalReason } from '../../../../modules/venue/core/engine/refusals.ts'

/** A sentence about a named thing; "This needs …" and "Too many …" leave the reader to guess which. */
const NAMES_A_THING = /^(The|This|An?) (?!is\b|are\b|was\b|needs?\b|did\b|does\b)[\w-]+ .*[.…]$/
/** A field, header, endpoint or setting that the reader can do something with. */
const NAMES_A_STEP =
  /(GET|POST|PUT|PATCH|DELETE) \/|\/health\/|\/openapi\.json|error\.(details|errorId)|header|"[^"]+"|\b[a-z]+[A-Z]\w+\b|\b[A-Z]{3,}_[A-Z_]+\b|credential|request|path|\b(size|amount|price|leverage|tpsl|frame)\b/
const IMPERATIVE =
  /(^|[;:,.] |\bor |\band )(Ask|Call|Cancel|Change|Choose|Close|Compare|Correct|Create|Declare|End|Fork|Fund|Invite|Leave|List|Look|Lower|Make|Name|Open|Place|Propose|Read|Reduce|Refresh|Repeat|Round|Send|Sign|Split|Steer|Transfer|Use|Wait|Withdraw)\b|\b(lists|shows) /

test.group('app | error messages', () => {
  const texts: () => Promise<[name: string, message: string, next: string][]> = async () => {
    const catalogue = await app.container.make(ErrorCatalogue)
    const reasons = Object.keys(REASONS) as RefusalReason[]
    return [
      ...catalogue.all().map(([code, { message, fix }]) => [code, message, fix] as const),
      ...Object.entries(CREDENTIAL_PROBLEMS).map(
        ([problem, { message, next }]) => [problem, message, next] as const
      ),
      ...reasons.map((reason) => {
        const { message, next } = refusalText(reason)
        return [reason, message, next] as const
      }),
    ].map(([name, message, next]) => [name, message, next])
  }

  test('every refusal names the thing it is about and a next step', async ({ assert }) => {
    const all = await texts()
    assert.isAbove(all.length, 80)
    const wrong = all.flatMap(([name, message, next]) => [
      ...(NAMES_A_THING.test(message) ? [] : [`${name} names no thing: ${message}`]),
      ...(IMPERATIVE.test(next) ? [] : [`${name} says nothing to do: ${next}`]),
      ...(NAMES_A_STEP.test(next) ? [] : [`${name} names nothing to do it with: ${next}`]),
      ...(/[[\]{}]/.test(message) ? [`${name} shows its template: ${message}`] : []),
    ])
    assert.deepEqual(wrong, [])
  })

  test('what the engine knows stands in its texts', ({ assert }) => {
    const message = refusalText('unknown_market', { market: 'BTC' }).message
    assert.equal(message, 'The market BTC is not listed.')
    assert.equal(refusalText('unknown_market').message, 'The market is not listed.')
    assert.equal(
      refusalText('insufficient_margin', { required: '10', available: '3' }).message,
      'The exchange account does not have enough free margin: 10 is needed and 3 is free.'
    )
  })

  test('an answer says what happened and then what to do', async ({ assert }) => {
    const catalogue = await app.container.make(ErrorCatalogue)
    const told = (error: ServiceError) => catalogue.told(error).message
    assert.equal(
      told(
        new ServiceError('NOT_FOUND', { message: 'The thing x does not exist.', next: 'Make it.' })
      ),
      'The thing x does not exist. Make it.'
    )
    assert.match(told(new ServiceError('RATE_LIMITED')), /^The credential .* Retry-After header/)
    const field = { field: 'amount', rule: 'usd_amount', message: 'The amount field is no amount' }
    assert.equal(
      told(invalid([field])),
      'The amount field is no amount. Correct amount and send the request again.'
    )
    assert.match(
      told(invalid([field, { ...field, field: 'to', message: 'The to field is no path' }])),
      /^The amount field is no amount \(1 more\)\. Correct every field named in error\.details\.fields/
    )
    const either = { rule: 'exactly_one', message: 'Name it by one of id and path.' }
    const named = told(invalid(['id', 'path'].map((name) => ({ field: name, ...either }))))
    assert.match(named, /^Name it by one of id and path\. Correct every field/)
    assert.equal(catalogue.told(new ServiceError('NOBODY_KNOWS_THIS')).code, 'INTERNAL_ERROR')
  })
})
