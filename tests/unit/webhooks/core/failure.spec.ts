import { test } from '@japa/runner'
import { failureOf } from '#modules/webhooks/core/failure'

const answered = (status: number) => failureOf({ status, error: null })
const unanswered = (error: string) => failureOf({ status: null, error })

test.group('webhooks | what a failed attempt tells the builder', () => {
  test('an answer with {$self} needs no explanation')
    .with([200, 202, 204, 299])
    .run(({ assert }, status) => assert.isNull(answered(status)))

  test('an answer with {0} names what to do')
    .with([
      [301, /redirect.*none is followed.*url/],
      [302, /redirect.*none is followed.*url/],
      [308, /redirect.*none is followed.*url/],
      [400, /did not accept.*answer/],
      [401, /signature/],
      [403, /signature/],
      [404, /nothing.*url/],
      [405, /POST/],
      [408, /15 seconds.*work on it afterwards/],
      [410, /gone for good.*delete the webhook/],
      [413, /body.*raise/],
      [418, /did not accept.*answer/],
      [429, /too many.*retried/],
      [500, /webhook-id.*log/],
      [502, /webhook-id.*log/],
      [504, /webhook-id.*log/],
      [100, /2xx/],
    ] as const)
    .run(({ assert }, [status, text]) => {
      const told = answered(status)!
      assert.match(told, text)
      assert.include(told, String(status))
    })

  test('no answer because of {0} names what to do')
    .with([
      ['No answer in time', /15 seconds.*work on it afterwards/],
      ['The name leads to an address that is not public', /not public.*public internet/],
      ['The url must lead to a public address', /change the webhook's url/],
      ['The url must be an https URL', /https.*change the webhook's url/],
      ['The secret cannot be read any more', /rotate/],
      ['The connection ended without an answer', /without an answer.*2xx/],
      ['ENOTFOUND', /name.*DNS/],
      ['ENODATA', /name.*DNS/],
      ['ETIMEOUT', /name.*DNS/],
      ['ECONNREFUSED', /port.*start/],
      ['ECONNRESET', /without an answer.*2xx/],
      ['EPIPE', /without an answer.*2xx/],
      ['ETIMEDOUT', /firewall/],
      ['EHOSTUNREACH', /firewall/],
      ['CERT_HAS_EXPIRED', /certificate.*expired.*renew/],
      ['ERR_TLS_CERT_ALTNAME_INVALID', /certificate.*name/],
      ['DEPTH_ZERO_SELF_SIGNED_CERT', /certificate.*intermediate/],
      ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /certificate.*intermediate/],
      ['EPROTO', /TLS.*https/],
      ['ERR_SSL_WRONG_VERSION_NUMBER', /TLS.*https/],
      ['HPE_INVALID_CONSTANT', /no HTTP/],
      ['HPE_HEADER_OVERFLOW', /header.*too large/],
      ['EWHATEVER', /EWHATEVER.*try/],
    ] as const)
    .run(({ assert }, [error, text]) => assert.match(unanswered(error)!, text))
})
