import { setTimeout as delay } from 'node:timers/promises'
import { newUuid } from '#app/ids/ids'
import { ServiceError } from '#app/http/errors/service_error'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import {
  CheckBooks,
  CreateObject,
  DeclareZone,
  OpenDeposit,
  OpenWithdrawal,
  OperationReader,
  RealmReader,
} from '#modules/ledger/index'
import { Wallet } from '../chain/wallet.ts'
import type { OperatorKey } from '../chain/operator_key.ts'
import type { BoundaryStatusName } from '../core/boundary_facts.ts'
import { CustodyChain } from './custody_chain.ts'
import { ReadBalanceSheet } from './read_balance_sheet.ts'
import { ReadBoundaries } from './read_boundaries.ts'
import { RegisterBoundary } from './register_boundary.ts'
import { RegisterRecoveryKey } from './register_recovery_key.ts'

export interface DrillStep {
  what: string
  ms: number
}

/** A step has not come out as it should; the message says which and why. */
export class DrillFailed extends Error {}

interface Ground {
  principal: Principal
  realmId: string
  path: string
  boundaryId: string
  holder: Wallet
}

const AMOUNT = '10.00'
const LOOK_EVERY_MS = 100
const GAS_MONEY_WEI = 10n ** 18n

/**
 * Plays a holder who does not trust the service any more, on a paper realm and with play money: locks a
 * boundary, unlocks it, takes everything out with the recovery key, and proves the books afterwards. Each drill has a zone of its own, which stays empty and
 * frozen for ever, as evidence.
 */
@singleton()
export class RunDrill {
  constructor(
    private chain: CustodyChain,
    private realms: RealmReader,
    private zones: DeclareZone,
    private objects: CreateObject,
    private deposits: OpenDeposit,
    private withdrawals: OpenWithdrawal,
    private operations: OperationReader,
    private keys: RegisterRecoveryKey,
    private boundaries: ReadBoundaries,
    private register: RegisterBoundary,
    private sheets: ReadBalanceSheet,
    private books: CheckBooks
  ) {}

  /**
   * Each step once it is done. Workers of the service have to run.
   *
   * @param key of the account that plays the holder, with gas money; on a local chain a new one is made
   * @param withinMs how long one step may take
   * @throws DrillFailed
   */
  async *run(realmId: string, withinMs: number, key?: OperatorKey): AsyncGenerator<DrillStep> {
    const { gateway, dev } = this.chain
    const realm = await this.realms.byId(realmId)
    if (!realm) throw new DrillFailed('There is no such realm')
    if (realm.asset !== 'paper')
      throw new DrillFailed('A drill is for paper realms: it takes money out')
    if (!key && !dev) throw new DrillFailed('Name a key with gas money: --holder-key-file')
    const holder = key ? Wallet.of(gateway, key) : Wallet.fresh(gateway)
    if (!key) await dev!.fundGas(holder.address, GAS_MONEY_WEI)
    const principal = drillPrincipal(realm.orgId)
    const path = `/drill/${newUuid()}`
    const { zone } = await this.zones.run(principal, { realmId, path })
    const ground = { principal, realmId, path, boundaryId: zone.boundaryId, holder }
    for (const [what, step] of this.#steps(ground, withinMs)) {
      const since = performance.now()
      await step()
      yield { what, ms: Math.round(performance.now() - since) }
    }
  }

  #steps(ground: Ground, withinMs: number): [what: string, step: () => Promise<void>][] {
    const { realmId, boundaryId, holder } = ground
    const until = (what: string, look: () => Promise<boolean>) => eventually(what, look, withinMs)
    const shows = (status: BoundaryStatusName, balance: string) =>
      until(`the service to show ${status} with ${balance}`, async () => {
        const shown = await this.boundaries.show(ground.principal, realmId, boundaryId)
        return shown.status === status && shown.balance === balance
      })
    const call = async (fn: string, ...args: string[]) => {
      const pool = await this.register.poolOf(realmId)
      await holder.call(pool, fn, [this.chain.idHash(boundaryId), ...args], withinMs)
    }
    return [
      ['pay 10.00 in', () => this.#payIn(ground, until)],
      ['register the recovery key', () => this.#giveKey(ground)],
      ['lock', async () => (await call('lock'), await shows('soft_frozen', AMOUNT))],
      ['have a withdrawal refused', () => this.#refused(ground)],
      ['unlock', async () => (await call('unlock'), await shows('active', AMOUNT))],
      [
        'exit with the recovery key',
        async () => {
          await call('recoveryWithdraw', holder.address)
          await shows('hard_frozen', '0.00')
        },
      ],
      ['check the books', () => this.#prove(realmId, until)],
    ]
  }

  async #payIn({ principal, realmId, path }: Ground, until: Until): Promise<void> {
    const at = { realmId, path: `${path}/holder` }
    const made = await this.objects.run(principal, at)
    await this.#completed(made.operation!.id, until)
    const deposit = { realmId, objectPath: at.path, amount: AMOUNT }
    const { operation } = await this.deposits.run(principal, deposit)
    await this.#completed(operation.id, until)
  }

  async #completed(operationId: string, until: Until): Promise<void> {
    await until(`${operationId} to end`, async () => {
      const operation = await this.operations.byId(operationId)
      if (operation?.state === 'failed' || operation?.state === 'expired') {
        throw new DrillFailed(`${operationId} is ${operation.state}: ${operation.failureMessage}`)
      }
      return operation?.state === 'completed'
    })
  }

  async #giveKey({ principal, realmId, boundaryId, holder }: Ground): Promise<void> {
    const command = { realmId, boundaryId, walletAddress: holder.address, name: null }
    const { recoveryKey } = await this.keys.run(principal, command)
    if (recoveryKey !== holder.address) throw new DrillFailed('The recovery key is not in effect')
  }

  async #refused({ principal, realmId, path, holder }: Ground): Promise<void> {
    const withdrawal = { realmId, objectPath: `${path}/holder`, amount: '1.00' }
    try {
      await this.withdrawals.run(principal, { ...withdrawal, destinationAddress: holder.address })
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'BOUNDARY_FROZEN') return
      throw error
    }
    throw new DrillFailed('A withdrawal from the locked boundary was accepted')
  }

  async #prove(realmId: string, until: Until): Promise<void> {
    await until('books and chain to be at one block, and equal', async () => {
      const { comparable, sheet } = await this.sheets.measure(realmId)
      return comparable && sheet.conservation === true
    })
    const [broken] = await this.books.run({ realmId })
    if (broken) throw new DrillFailed(`The books break a promise: ${broken.promise}`)
  }
}

type Until = (what: string, look: () => Promise<boolean>) => Promise<void>

async function eventually(what: string, look: () => Promise<boolean>, withinMs: number) {
  const deadline = performance.now() + withinMs
  while (!(await look())) {
    if (performance.now() >= deadline) throw new DrillFailed(`Waited ${withinMs} ms for ${what}`)
    await delay(LOOK_EVERY_MS)
  }
}

/** The operator of the service, for whom the organization has given nobody a credential. */
function drillPrincipal(orgId: string): Principal {
  const id = 'custody:drill'
  return {
    credential: 'builder',
    credentialId: id,
    orgId,
    builderId: id,
    actor: { type: 'system', id },
    realmId: null,
    statements: null,
    expiresAtMs: null,
  }
}
