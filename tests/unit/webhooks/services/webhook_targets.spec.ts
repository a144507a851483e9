import { test } from '@japa/runner'
import { WebhookTargets } from '#modules/webhooks/services/webhook_targets'

const resolved = (targets: WebhookTargets, name: string) =>
  new Promise<Error | null>((resolve) => {
    targets.lookup(name, { all: true }, (error) => resolve(error))
  })

test.group('webhooks | where deliveries may go', () => {
  const production = new WebhookTargets(true)
  const development = new WebhookTargets(false)

  test('in production never to {$self}')
    .with([
      'http://receiver.example/',
      'https://user@receiver.example/',
      'https://user:word@receiver.example/',
      'ftp://receiver.example/',
      'file:///etc/passwd',
      'receiver.example',
      '',
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://0177.0.0.1/',
      'https://0.0.0.0/',
      'https://10.0.0.1/',
      'https://172.16.0.1/',
      'https://192.168.1.1/',
      'https://100.64.0.1/',
      'https://169.254.169.254/latest/meta-data/',
      'https://224.0.0.1/',
      'https://255.255.255.255/',
      'https://[::1]/',
      'https://[::]/',
      'https://[::ffff:127.0.0.1]/',
      'https://[::ffff:10.0.0.1]/',
      'https://[::ffff:169.254.169.254]/',
      'https://[64:ff9b::a00:1]/',
      'https://[fe80::1]/',
      'https://[fc00::1]/',
      'https://[fd00:ec2::254]/',
      'https://[ff02::1]/',
      'https://[2002:7f00:1::]/',
      `https://receiver.example/${'a'.repeat(2048)}`,
    ])
    .run(({ assert }, url) => assert.isNotNull(production.problem(url)))

  test('in production to {$self}')
    .with(['https://receiver.example/', 'https://receiver.example:8443/a?b=c', 'https://8.8.8.8/'])
    .run(({ assert }, url) => assert.isNull(production.problem(url)))

  test('a name that leads home is not connected to in production', async ({ assert }) => {
    assert.match(String(await resolved(production, 'localhost')), /not public/)
    assert.isNull(await resolved(development, 'localhost'))
  })

  test('in development also to {$self}')
    .with(['http://127.0.0.1:8080/', 'http://[::1]:8080/', 'http://localhost:3000/'])
    .run(({ assert }, url) => assert.isNull(development.problem(url)))

  test('not even in development to {$self}')
    .with([
      'http://10.0.0.1/',
      'http://169.254.169.254/',
      'http://user@127.0.0.1/',
      'ftp://127.0.0.1/',
    ])
    .run(({ assert }, url) => assert.isNotNull(development.problem(url)))
})
