import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError, invalidField } from '#app/http/errors/service_error'
import { RealmDirectory } from '#modules/ledger/index'
import { RpcError } from '../chain/errors.ts'
import type { Address, Hex, TypedData } from '../core/chain_types.ts'
import { inheritanceTypedData } from '../core/key_consent.ts'
import { hasInheritances } from '../core/pool_limits.ts'
import { PoolStore } from '../storage/pool_store.ts'
import type { BoundaryState } from './boundary_directory.ts'
import { CallAsRole } from './call_as_role.ts'
import { CheckDestination } from './check_destination.ts'
import { ConfirmProtection } from './confirm_protection.ts'
import { CustodyChain } from './custody_chain.ts'
import { KeyConsents } from './key_consents.ts'
import { CallRefused, type NonceLane } from './nonce_lane.ts'
import { asChainUnavailable } from './passing_chain_error.ts'
import { ProtectBoundary } from './protect_boundary.ts'
import { ProtectionRecords } from './protection_records.ts'
import { timeOf } from './show_frozen.ts'

export interface ProposeInheritanceCommand {
  realmId: string
  boundaryId: string
  /** Who is to have the place of the recovery key. */
  successor: string
  /** Unix seconds; part of what is signed. */
  deadline?: number
  /** Of the successor; left out: what it has to sign is shown. */
  signature?: string
}

export interface ProposedInheritance {
  boundaryId: string
  successor: Address
  state: 'to_be_signed' | 'waiting'
  /** RFC 3339; null until it waits. */
  effectiveAt: string | null
  typedData: TypedData
  digest: Hex
  deadline: number
}

/**
 * Has the guardian of a pool name who is to hold a boundary that its holder has locked, and whose recovery key is lost.
 * The pool lets the successor wait for a month and more, and the holder refuse, with the key or by asking for it here.
 */
@singleton()
export class ProposeInheritance {
  constructor(
    private realms: RealmDirectory,
    private chain: CustodyChain,
    private pools: PoolStore,
    private protect: ProtectBoundary,
    private destinations: CheckDestination,
    private consents: KeyConsents,
    private call: CallAsRole,
    private confirm: ConfirmProtection,
    private records: ProtectionRecords,
    private clock: Clock
  ) {}

  /**
   * The same word again changes nothing.
   *
   * @throws ServiceError NOT_FOUND, VALIDATION_ERROR, CONFLICT, CHAIN_UNAVAILABLE, STEP_UP_REQUIRED in a live realm
   */
  async run(
    principal: Principal,
    command: ProposeInheritanceCommand
  ): Promise<ProposedInheritance> {
    const { realmId, boundaryId, signature } = command
    const realm = await this.realms.resolve(principal, realmId)
    const state = await this.protect.find(realmId, boundaryId)
    const pool = await this.#poolOf(state, realmId)
    const successor = await this.destinations.checked(realmId, command.successor, 'successor')
    const isRepeat = state.successor === successor && signature !== undefined
    if (state.successor !== null && !isRepeat) throw waits(state)
    try {
      const { typedData, deadline, proposals } = await this.#terms(state, pool, successor, command)
      const digest = this.chain.gateway.typedDataHash(typedData)
      const shown = { boundaryId, successor, typedData, digest, deadline }
      if (signature === undefined) return { ...shown, state: 'to_be_signed', effectiveAt: null }
      if (!(await this.consents.isSignedBy(successor, typedData, signature as Hex))) {
        const message = 'This is not the signature of the successor, over exactly these terms.'
        throw invalidField('signature', 'key_consent', message)
      }
      if (state.successor !== null) {
        return { ...shown, state: 'waiting', effectiveAt: timeOf(state.successorRipeAt) }
      }
      const by = await this.#guardianOf(pool, boundaryId)
      await this.confirm.run(principal, realm, state, 'svc:ProposeInheritance', [successor])
      const told = { boundaryId, successor }
      const change = {
        fn: 'proposeInheritance',
        args: [successor, BigInt(deadline), signature],
        name: `${this.chain.idHash(boundaryId)}:${proposals}`,
        by,
        alongside: this.records.of(principal, 'inheritance_requested', realmId, told),
      }
      const isThere = (seen: BoundaryState) => seen.successor === successor
      const { successorRipeAt } = await this.protect.send(state, realmId, change, isThere)
      return { ...shown, state: 'waiting', effectiveAt: timeOf(successorRipeAt) }
    } catch (error) {
      if (!(error instanceof CallRefused)) throw asChainUnavailable(error)
      throw conflict(boundaryId, {
        message: `The contract of the boundary ${boundaryId} does not take the successor.`,
        next: 'Read GET /api/v1/custody/boundaries/:boundaryId/keys, and ask again for what has to be signed.',
        reason: error.revert?.name ?? null,
      })
    }
  }

  async #poolOf({ boundaryId, status }: BoundaryState, realmId: string): Promise<Address> {
    const pool = await this.pools.find(realmId)
    if (!pool?.address || !hasInheritances(pool.contractRelease)) {
      throw knowsNone(boundaryId, MOVE_ON)
    }
    if (status === 'active') {
      throw conflict(boundaryId, {
        message: `The boundary ${boundaryId} is not locked: nobody inherits it.`,
        next: 'Move the money out as ever, or have the holder lock it. Only what a holder has locked is out of reach without the key.',
      })
    }
    return pool.address
  }

  /** By the newest block: a word is good for one proposal. One that waits has been counted. */
  async #terms(
    { boundaryId, successor }: BoundaryState,
    pool: Address,
    account: Address,
    command: ProposeInheritanceCommand
  ) {
    const { gateway, chainId } = this.chain
    const deadline = await this.consents.chosenDeadline(command.deadline, this.clock.nowMs())
    const boundaryHash = this.chain.idHash(boundaryId)
    const call = { contract: 'RealmCustody', to: pool, fn: 'inheritanceOf' } as const
    const answer = await gateway
      .call({ ...call, args: [boundaryHash] }, 'latest')
      .catch((error) => {
        // A pool from an earlier state of the release, which nothing else tells from one of today.
        throw error instanceof RpcError ? knowsNone(boundaryId, BEGIN_ANEW) : error
      })
    const counted = (answer as unknown as { proposals: bigint }).proposals
    const proposals = successor === null ? counted : counted - 1n
    const terms = { chainId, pool, boundaryHash, account, deadline }
    return { typedData: inheritanceTypedData(terms, proposals), deadline, proposals }
  }

  async #guardianOf(pool: Address, boundaryId: string): Promise<NonceLane> {
    const [lane] = await this.call.lanesFor(pool, 'proposeInheritance')
    if (lane) return lane
    throw conflict(boundaryId, {
      message: 'No account of the service is a guardian of this pool.',
      next: 'Name one in GUARDIAN_SIGNERS, and have the admin of the pool execute what node ace custody:proposals shows.',
    })
  }
}

const MOVE_ON =
  'Pools keep the contracts of their day. Open a new realm for what comes, as modules/custody/docs/migration.md says.'
const BEGIN_ANEW =
  'It was made from an earlier state of its contracts, as only pools of developers are: begin anew with npm run reset, or open a new realm.'

function knowsNone(boundaryId: string, next: string): ServiceError {
  return conflict(boundaryId, {
    message: `The pool of the boundary ${boundaryId} knows no inheritance.`,
    next,
  })
}

function waits({ boundaryId, successor }: BoundaryState): ServiceError {
  return conflict(boundaryId, {
    message: `A successor waits in the boundary ${boundaryId} already: ${successor}.`,
    next: 'Wait for its time, or refuse it first with POST /api/v1/custody/boundaries/:boundaryId/keys/cancel (role successor).',
  })
}

function conflict(
  boundaryId: string,
  { message, next, ...more }: { message: string; next: string; reason?: string | null }
) {
  return new ServiceError('CONFLICT', { message, next, details: { boundaryId, ...more } })
}
