// @ts-check

/** A paper realm as somebody would use it, so that there is something to look at. */

const OBJECTS = [
  ['/users/ada/wallet'],
  ['/users/bob/wallet'],
  ['/shop/till'],
  ['/vault/savings'],
  ['/users/ada/trading', 'exchange'],
]
const DEPOSITS = [
  ['/users/ada/wallet', '1500.00'],
  ['/users/bob/wallet', '420.00'],
]
const TRANSFERS = [
  ['/users/ada/wallet', '/users/bob/wallet', '25.00'],
  ['/users/bob/wallet', '/shop/till', '12.50'],
  ['/users/ada/wallet', '/vault/savings', '200.00'],
  ['/users/ada/wallet', '/users/ada/trading', '300.00'],
]
const LOOK_MS = 150

/**
 * Every operation has a path of its own, so that a second press, or one after a failure, makes what is
 * missing and nothing twice.
 *
 * @param {import('./api.js').Api} api
 * @param {string} realmId
 * @param {(step: string) => void} tell
 */
export async function makeSampleData(api, realmId, tell) {
  /**
   * @param {string} call
   * @param {Record<string, unknown>} body
   */
  const post = (call, body) => api.post(`/api/v1/${call}`, { realmId, ...body })
  const path = (/** @type {string} */ name) => `/op/sample/${name}`
  /** @param {any[]} operations */
  const ended = (operations) => Promise.all(operations.map(({ id }) => completed(api, id)))

  tell('A custody boundary at /vault')
  await post('isolation-zones', { path: '/vault' }).catch(alreadyThere)
  tell('Objects')
  const made = await Promise.all(
    OBJECTS.map(([at, type = 'denominated']) => post('objects', { path: at, type }))
  )
  await ended(made.flatMap(({ operation }) => operation ?? []))
  tell('Deposits')
  const funded = await Promise.all(
    DEPOSITS.map(([objectPath, amount], index) =>
      post('fund-account', { objectPath, amount, path: path(`deposit/${index}`) })
    )
  )
  await ended(funded.map(({ operation }) => operation))
  tell('Transfers, a hold and a payment link')
  for (const [index, [sourceObjectPath, targetObjectPath, amount]] of TRANSFERS.entries()) {
    await post('transfer', {
      path: path(`transfer/${index}`),
      sourceObjectPath,
      targetObjectPath,
      amount,
    })
  }
  await post('holds', {
    path: path('hold'),
    sourceObjectPath: '/users/bob/wallet',
    targetObjectPath: '/shop/till',
    amount: '40.00',
  })
  await post('payment-links', {
    path: path('link'),
    type: 'deposit',
    objectPath: '/shop/till',
    amount: '19.90',
  })
}

/** @param {any} error */
function alreadyThere(error) {
  if (error.code !== 'CONFLICT' && error.status !== 409) throw error
}

/**
 * @param {import('./api.js').Api} api
 * @param {string} operationId
 */
async function completed(api, operationId) {
  for (;;) {
    const { operation } = await api.get(`/api/v1/operations/${operationId}`)
    if (operation.state === 'completed') return
    if (operation.state !== 'pending') throw new Error(operation.failureMessage)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}
