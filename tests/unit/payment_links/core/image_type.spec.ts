import { test } from '@japa/runner'
import { imageTypeOf } from '#modules/payment_links/core/image_type'

const bytes = (hex: string) => Buffer.from(`${hex}${'00'.repeat(20)}`, 'hex')

test.group('payment_links | image_type', () => {
  test('{type} is known by its first bytes')
    .with([
      { type: 'image/png', start: '89504e470d0a1a0a' },
      { type: 'image/jpeg', start: 'ffd8ffe0' },
      { type: 'image/gif', start: '474946383961' },
      { type: 'image/webp', start: '52494646aabbccdd57454250' },
    ])
    .run(({ assert }, { type, start }) => assert.equal(imageTypeOf(bytes(start)), type))

  test('what is no picture, or could run, is none')
    .with(['', '<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', 'RIFF1234WAVE', 'GIF'])
    .run(({ assert }, text) => assert.isNull(imageTypeOf(Buffer.from(text))))
})
