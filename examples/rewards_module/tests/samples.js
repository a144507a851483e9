/** @type {import('ledger-custody-service/testing').BroughtSamples['keyedPosts']} */
export const keyedPosts = {
  'POST /api/v1/rewards': async ({ realm: { client, id: realmId }, realm }) => {
    const { path: objectPath } = await realm.object(`/rewards/${crypto.randomUUID()}`, {
      type: 'rewards',
    })
    const body = { realmId, objectPath, amount: '5.00' }
    const granted = async () => {
      const { data } = await realm.get('/operations', { type: 'reward' })
      return data.operations.length
    }
    return {
      client,
      address: '/api/v1/rewards',
      body,
      other: { ...body, amount: '6.00' },
      count: granted,
    }
  },
}

/** @type {import('ledger-custody-service/testing').BroughtSamples['examples']} */
export const examples = {
  grantReward: async (realm) => {
    await realm.object('/users/u1/rewards', { type: 'rewards' })
    return {}
  },
}
