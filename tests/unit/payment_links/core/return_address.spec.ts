import { test } from '@japa/runner'
import { returnAddress, returnOrigin } from '#modules/payment_links/core/return_address'

test.group('payment_links | return_address', () => {
  test('{url} is told of the link and keeps what it says')
    .with([
      {
        url: 'https://shop.example/a?b=1#c',
        back: 'https://shop.example/a?b=1&paymentLinkId=pl_1&status=expired#c',
      },
      { url: 'myapp://paid', back: 'myapp://paid?paymentLinkId=pl_1&status=expired' },
      {
        url: 'com.example.app:/paid',
        back: 'com.example.app:/paid?paymentLinkId=pl_1&status=expired',
      },
      {
        url: 'https://shop.example/?status=x',
        back: 'https://shop.example/?status=expired&paymentLinkId=pl_1',
      },
    ])
    .run(({ assert }, { url, back }) => {
      assert.equal(returnAddress(url, 'pl_1', 'expired'), back)
    })

  test('a message goes to a web origin only', ({ assert }) => {
    assert.equal(returnOrigin('https://shop.example:8443/a'), 'https://shop.example:8443')
    assert.isNull(returnOrigin('myapp://paid'))
    assert.isNull(returnOrigin(null))
  })
})
