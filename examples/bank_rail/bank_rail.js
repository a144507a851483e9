import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Settles simulated deposits below `/bank/` by what a bank says of them. The statement of a deposit is
 * a file, `<operation id>.json`: `{"reference":"wire-1"}` when the money has come, and
 * `{"returned":"account closed"}` when it never will.
 */
export class BankRail {
  name = 'bank'

  /** @param {string} statements the folder that the bank's statements arrive in */
  constructor(statements) {
    this.statements = statements
  }

  carries({ type, realmAsset, target }) {
    return type === 'deposit' && realmAsset === 'paper' && target.object.path.startsWith('/bank/')
  }

  /** Never: what the bank has not confirmed is not posted with the request. */
  immediate() {
    return false
  }

  /** Nothing is sent, since the payer starts the wire; a second call changes nothing either. */
  async start() {
    return { state: 'waiting' }
  }

  /** A statement that cannot be read is "unknown": the error is thrown, and the ledger asks again. */
  async poll({ operationId }) {
    const statement = await this.#statementOf(operationId)
    if (statement === null) return { state: 'waiting' }
    if (statement.returned !== undefined) {
      return { state: 'refused', failureMessage: `The bank returned it: ${statement.returned}` }
    }
    // Unique per type and reference: one wire credits one deposit, whoever repeats it.
    return { state: 'final', proofs: [{ type: 'bank_wire', externalRef: statement.reference }] }
  }

  async #statementOf(operationId) {
    try {
      return JSON.parse(await readFile(join(this.statements, `${operationId}.json`), 'utf8'))
    } catch (error) {
      if (error.code === 'ENOENT') return null
      throw error
    }
  }
}
