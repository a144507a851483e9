import app from '@adonisjs/core/services/app'
import { ModuleHost } from '#app/extension/module_host'
import type { ServiceError } from '#app/http/errors/service_error'
import type { ChainTransactionEvidence } from '#modules/ledger/extension/evidence_source'
import type { Movement } from '#modules/ledger/extension/ledger_terms'
import type { SettlementProgress, SettlementRail } from '#modules/ledger/extension/settlement_rail'

type Answer = SettlementProgress | Error

/** The rail's answers for one operation path; `waiting` until the test sets others. */
interface Script {
  start?: Answer
  poll?: Answer
}

/**
 * A rail, a guard and an evidence source of a module that only a test loads. They concern the
 * realms given to them, and ignore all others.
 */
export class ScriptedRail implements SettlementRail {
  readonly name: string
  readonly started: Movement[] = []
  readonly polled: Movement[] = []
  readonly givenUp: Movement[] = []
  readonly transactions: ChainTransactionEvidence[] = []
  /** The guard's refusals, by realm. */
  readonly guarded = new Map<string, ServiceError>()
  #realms = new Set<string>()
  #scripts = new Map<string, Script>()

  private constructor(name: string) {
    this.name = name
  }

  /** @param name unique among the specs of a run, because modules are never unloaded */
  static async load(name: string): Promise<ScriptedRail> {
    const rail = new ScriptedRail(name)
    const host = await app.container.make(ModuleHost)
    host.add({
      name: `scripted_${name}`,
      title: 'Scripted',
      settlementRails: [rail],
      movementGuards: [
        {
          name,
          check({ realmId }) {
            const refusal = rail.guarded.get(realmId)
            if (refusal) throw refusal
          },
        },
      ],
      evidenceSources: [
        {
          name,
          chainTransactions: async (operationIds) =>
            rail.transactions.filter(({ operationId }) => operationIds.includes(operationId)),
        },
      ],
    })
    return rail
  }

  carryFor(realmId: string) {
    this.#realms.add(realmId)
  }

  script(operationPath: string, script: Script) {
    this.#scripts.set(operationPath, script)
  }

  /**
   * Carries transfers and withdrawals; deposits stay with the ledger's own rail, so that tests have
   * money.
   */
  carries({ realmId, type }: Movement): boolean {
    return this.#realms.has(realmId) && type !== 'deposit'
  }

  /** Movements to an object under `/quick/` need only the journal. */
  immediate({ target }: Movement): boolean {
    return target?.object.path.startsWith('/quick/') ?? false
  }

  async start(movement: Movement): Promise<SettlementProgress> {
    this.started.push(movement)
    return said(this.#scripts.get(movement.operationPath)?.start)
  }

  async giveUp(movement: Movement): Promise<'asked'> {
    this.givenUp.push(movement)
    return 'asked'
  }

  async poll(movement: Movement): Promise<SettlementProgress> {
    this.polled.push(movement)
    return said(this.#scripts.get(movement.operationPath)?.poll)
  }
}

function said(answer: Answer | undefined): SettlementProgress {
  if (answer instanceof Error) throw answer
  return answer ?? { state: 'waiting' }
}

export function delivered(reference: string): SettlementProgress {
  return { state: 'final', proofs: [{ type: 'scripted', externalRef: reference }] }
}
