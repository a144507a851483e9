import type { Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import type { Movement } from '#modules/ledger/extension/ledger_terms'
import {
  asError,
  type DepositInstructions,
  type SettlementProgress,
  type SettlementRail,
} from '#modules/ledger/extension/settlement_rail'
import { CarryDeposit } from './carry_deposit.ts'
import { CarryTransfer } from './carry_transfer.ts'
import { CarryWithdrawal } from './carry_withdrawal.ts'
import { CustodyChain } from './custody_chain.ts'
import type { CarrierAnswer, MovementCarrier } from './movement_carrier.ts'
import { TraceTransactions } from './trace_transactions.ts'

/** Movements of a carrier without a way for many that are asked at the same time. */
const AT_ONCE = 8

/**
 * Carries what needs the chain: transfers across boundaries, and money from and to the outside.
 * Asked before the ledger's own rail. Where the settings of the chain are wrong every movement fails as
 * unknown: without that the ledger's own rail would book money that never reaches the chain.
 */
@singleton()
export class ChainRail implements SettlementRail {
  static readonly NAME = 'chain'
  readonly name = ChainRail.NAME

  private readonly carriers: readonly MovementCarrier[]

  constructor(
    private chain: CustodyChain,
    transfers: CarryTransfer,
    deposits: CarryDeposit,
    withdrawals: CarryWithdrawal,
    private traces: TraceTransactions
  ) {
    this.carriers = [transfers, deposits, withdrawals]
  }

  carries(movement: Movement): boolean {
    if (!this.chain.carries(movement.realmAsset)) return false
    return this.carriers.some((carrier) => carrier.carries(movement))
  }

  immediate(): boolean {
    return false
  }

  /** Who withdraws is told the hash of the transaction that pays. */
  startsAtOnce({ type }: Movement): boolean {
    return type === 'withdrawal'
  }

  start(movement: Movement): Promise<SettlementProgress> {
    return this.#carrierOf(movement).start(movement)
  }

  poll(movement: Movement): Promise<SettlementProgress> {
    return this.#carrierOf(movement).poll(movement)
  }

  async giveUp(movement: Movement): Promise<'asked' | 'impossible'> {
    return (await this.#carrierOf(movement).giveUp?.(movement)) ?? 'impossible'
  }

  async depositInstructions(
    movement: Movement,
    openedAt: Micros
  ): Promise<DepositInstructions | null> {
    return (await this.#carrierOf(movement).depositInstructions?.(movement, openedAt)) ?? null
  }

  startEach(movements: readonly Movement[]): Promise<CarrierAnswer[]> {
    return this.#each(movements, (carrier, own) =>
      carrier.startEach
        ? carrier.startEach(own)
        : inTurns(own, (movement) => carrier.start(movement))
    )
  }

  async pollEach(movements: readonly Movement[]): Promise<CarrierAnswer[]> {
    const answers = await this.#each(movements, (carrier, own) =>
      carrier.pollEach ? carrier.pollEach(own) : inTurns(own, (movement) => carrier.poll(movement))
    )
    await this.traces.tell(movements, answers)
    return answers
  }

  /** One carrier's failure is the answer of its own movements only. */
  async #each(
    movements: readonly Movement[],
    ask: (carrier: MovementCarrier, own: readonly Movement[]) => Promise<CarrierAnswer[]>
  ): Promise<CarrierAnswer[]> {
    const answers = new Map<Movement, CarrierAnswer>()
    const byCarrier = Map.groupBy(movements, (movement) => this.#carrierOf(movement))
    await Promise.all(
      [...byCarrier].map(async ([carrier, own]) => {
        const said = await ask(carrier, own).catch((error: unknown) =>
          own.map(() => asError(error))
        )
        for (const [index, movement] of own.entries()) answers.set(movement, said[index]!)
      })
    )
    return movements.map((movement) => answers.get(movement)!)
  }

  #carrierOf(movement: Movement): MovementCarrier {
    const carrier = this.carriers.find((candidate) => candidate.carries(movement))
    if (!carrier) throw new Error(`Nothing on the chain carries a ${movement.type} like this`)
    return carrier
  }
}

async function inTurns(
  movements: readonly Movement[],
  ask: (movement: Movement) => Promise<SettlementProgress>
): Promise<CarrierAnswer[]> {
  const answers: CarrierAnswer[] = []
  for (let first = 0; first < movements.length; first += AT_ONCE) {
    const turn = movements.slice(first, first + AT_ONCE)
    answers.push(...(await Promise.all(turn.map((movement) => ask(movement).catch(asError)))))
  }
  return answers
}
