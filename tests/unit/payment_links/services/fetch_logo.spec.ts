import { test } from '@japa/runner'
import { FetchLogo } from '#modules/payment_links/services/fetch_logo'

test.group('payment_links | fetch_logo', () => {
  test('{$self} is not even asked')
    .with([
      'https://127.0.0.1/logo.png',
      'https://[::1]/logo.png',
      'https://2130706433/logo.png',
      'https://0x7f.1/logo.png',
      'https://localhost/logo.png',
      'https://169.254.169.254/latest/meta-data',
      'https://shop.example:8443/logo.png',
      'http://shop.example/logo.png',
    ])
    .run(async ({ assert }, url) => assert.isNull(await new FetchLogo().run(url)))
})
