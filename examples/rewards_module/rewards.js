import { formatUsd, newId, parseUsd } from 'ledger-custody-service/module'
import { cashAtCut } from 'ledger-custody-service/ledger'

/** Stands against all rewards of a realm: what was granted, and is below zero by that much. */
const GRANTED = '/_system/rewards/granted'

/**
 * Objects that hold what an application has granted to a user. Nothing but this module moves it: no
 * rail carries a transfer into such an object or out of it, and nothing is withdrawn from it.
 */
export class RewardsKind {
  name = 'rewards'
  types = ['rewards']
  keepsOwnBooks = true

  validateCreate() {
    // Any metadata will do.
  }

  async prepare() {
    // The balance row was written with the object.
  }
}

/** A reward is worth its dollars. Without this nothing above such an object could be valued. */
export class RewardsValuator {
  name = 'rewards'
  types = ['rewards']
  worth = 'dollars'

  async valuate(cut, objects) {
    const ids = objects.map(({ id }) => id)
    const cashOf = await cashAtCut(cut, ids)
    const rest = { positions: null, midsComplete: true, marks: null }
    return ids.map((objectId) => ({ objectId, ...cashOf(objectId), ...rest }))
  }
}

/** Grants rewards, each as an operation of the module's own type. */
export class GrantReward {
  /** @param poster the ledger's `PostComposed` */
  constructor(poster) {
    this.poster = poster
  }

  /** A path that was used answers with its operation, and grants nothing again. */
  run(principal, { realmId, object, path, amount }) {
    const atoms = parseUsd(amount)
    const inputs = { objectPath: object.path, amount: formatUsd(atoms) }
    const command = {
      realmId,
      path,
      inputs,
      type: 'reward',
      objectId: object.id,
      operationId: newId('op'),
      request: { realmId, path, ...inputs },
    }
    return this.poster.command(principal, command, grant(object.id, atoms, inputs.amount))
  }
}

/** What the ledger asks for inside its posting; the module has no tables that change with it. */
function grant(objectId, atoms, amount) {
  const leg = { denomination: 'USD', kind: 'reward' }
  const entry = {
    operation: 'asked',
    opType: 'reward',
    state: 'completed',
    failureMessage: null,
    outcome: { reward: { amount } },
    objectId,
    denomination: 'USD',
    amount: atoms,
    legs: [
      { ...leg, holder: { objectId }, amount: atoms },
      { ...leg, holder: { systemPath: GRANTED, keepsOwnBooks: true }, amount: -atoms },
    ],
    events: [{ type: 'reward.granted', objectId, payload: { amount } }],
    deltas: [],
  }
  return {
    module: 'rewards',
    compose: async () => ({ kind: 'composed', entries: [entry] }),
    write: async () => {},
    committed: () => {},
  }
}
