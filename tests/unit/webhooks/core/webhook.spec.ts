import { test } from '@japa/runner'
import { wantsEvent } from '#modules/webhooks/core/webhook'

const WEBHOOK = { types: ['*'], pathPrefix: '/', fromSeq: 10 }
const EVENT = {
  type: 'deposit.completed',
  sequence: 11,
  objectPath: '/users/u1/wallet',
  operationPath: '/op/rent/1',
}

test.group('webhooks | which events a webhook wants', () => {
  test('{0}: {3}')
    .with([
      ['all', {}, {}, true],
      ['its type', { types: ['deposit.completed'] }, {}, true],
      ['one of its types', { types: ['a.b', 'deposit.completed'] }, {}, true],
      ['its family', { types: ['deposit.*'] }, {}, true],
      ['a family of a longer name', { types: ['depo.*'] }, {}, false],
      ['a part of its name', { types: ['deposit'] }, {}, false],
      ['another type', { types: ['deposit.failed'] }, {}, false],
      ['the path of its object', { pathPrefix: '/users/u1' }, {}, true],
      ['the path of its operation', { pathPrefix: '/op/rent/' }, {}, true],
      ['another path', { pathPrefix: '/users/u2' }, {}, false],
      ['an event without a path', {}, { objectPath: null, operationPath: null }, true],
      [
        'an event without a path, and a prefix',
        { pathPrefix: '/users/' },
        { objectPath: null, operationPath: null },
        false,
      ],
      ['an event from before it was made', {}, { sequence: 10 }, false],
    ] as const)
    .run(({ assert }, [, webhook, event, wanted]) => {
      const filter = { ...WEBHOOK, ...webhook } as typeof WEBHOOK
      assert.equal(wantsEvent(filter, { ...EVENT, ...event }), wanted)
    })
})
