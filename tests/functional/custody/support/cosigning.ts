import { accepted, pluck, type OperationView, type TestRealm } from '#tests/support/client'
import { bare, withdrawalOf, type Wallet } from './withdrawing.ts'

export const PROPOSE = '/api/v1/custody/withdrawals/propose'
export const SUBMIT = '/api/v1/custody/withdrawals'

interface Proposal {
  typedData: {
    domain: Record<string, unknown>
    types: Record<string, { name: string; type: string }[]>
    message: Record<string, string>
  }
  digest: string
  nonce: string
  deadline: number
  boundaryId: string
}

export interface Submitted {
  operation: OperationView
  txHash: string | null
}

export type Fields = Record<string, unknown>

/** What a co-signer and its realm ask, for the realm that a file has opened by then. */
export function cosigning(realm: () => TestRealm, cosigner: Wallet) {
  const arm = (id: string, more: Fields = {}, client = realm().client) =>
    client.post(`/api/v1/custody/boundaries/${id}/arm`, { realmId: realm().id, ...more })

  const request = (more: Fields = {}) => withdrawalOf(realm(), { objectPath: '/armed/a', ...more })

  async function proposed(more: Fields = {}) {
    const terms = request(more)
    const proposal = bare<Proposal>(await realm().client.post(PROPOSE, terms))
    return { terms, proposal }
  }

  /** A request that the co-signer has signed. */
  async function signed(more: Fields = {}, wallet = cosigner) {
    const { terms, proposal } = await proposed(more)
    const { nonce, deadline, typedData } = proposal
    return { ...terms, nonce, deadline, signature: await wallet.sign(typedData) }
  }

  const submit = (body: Fields, client = realm().client) => client.post(SUBMIT, body)

  /** Status, code, and the fields that are wrong. */
  async function refusalOf(body: Fields, client = realm().client): Promise<unknown[]> {
    const { status, error } = await submit(body, client)
    const fields = pluck(error?.details?.fields ?? [], 'field')
    return [status, error?.code, ...fields]
  }

  async function operationsAt(path: string): Promise<number> {
    const listed = await realm().get('/operations', { path })
    const { operations } = accepted(listed) as { operations: OperationView[] }
    return operations.filter((each) => each.path === path).length
  }

  return { arm, request, proposed, signed, submit, refusalOf, operationsAt }
}
