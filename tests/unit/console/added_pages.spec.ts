import { test } from '@japa/runner'
import { addedPages } from '#modules/console/core/added_pages'

function pages(...addresses: string[]) {
  const page = (address: string) => ({ address, title: 'Visits', script: 'visits.js' })
  return [{ name: 'visits', consolePages: { folder: '/x', pages: addresses.map(page) } }]
}

test.group('console | pages of other modules', () => {
  test('the browser is told address, title and script of each', ({ assert }) => {
    const [page] = addedPages(pages('/console/realms/:realmId/visits'))
    assert.deepEqual(page, {
      address: '/console/realms/:realmId/visits',
      title: 'Visits',
      script: '/console/assets/modules/visits/visits.js',
    })
    assert.lengthOf(addedPages(pages('/console/visits', '/console/visits/:visitId')), 2)
    assert.isEmpty(addedPages([{ name: 'ledger' }]))
  })

  test('{$self} stops the start, which names the module')
    .with([
      '/console',
      '/console/',
      '/console/keys',
      '/console/assets/x',
      '/console/:page',
      '/console/realms',
      '/console/realms/:realmId',
      '/console/realms/:realmId/objects/:objectId',
      '/console/realms/:realmId/:page',
      '/console/visits/../keys',
      '/visits',
    ])
    .run(({ assert }, address) => {
      assert.throws(() => addedPages(pages(address)), /of "visits" cannot be shown/)
    })

  test('an address of two modules or a script that is no file stops it too', ({ assert }) => {
    const twice = [...pages('/console/visits'), ...pages('/console/visits')]
    assert.throws(() => addedPages(twice), /"visits" has it already/)
    const script = '../provider.js'
    const consolePages = { folder: '/x', pages: [{ address: '/console/visits', script }] }
    assert.throws(() => addedPages([{ name: 'visits', consolePages }]), /no file name/)
  })
})
