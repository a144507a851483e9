import { addressProblem } from '#app/addresses/eip55'
import { singleton } from '#app/extension/singleton'
import { ServiceError, invalidField } from '#app/http/errors/service_error'
import { destinationOf, type Operation, StartMovement } from '#modules/ledger/index'
import { HELD_TO_THE_END } from '../core/payment_link.ts'
import { LinkStore } from '../storage/link_store.ts'
import { type PublicPayment, ShowPayment } from './show_payment.ts'

const FIELD = 'destinationAddress'
const OVER = {
  message: 'This payment link has expired.',
  next: 'Ask whoever sent it for a new one.',
}
const OTHER_ADDRESS = {
  message: 'This payout was confirmed for another address already.',
  next: 'Read destinationAddress of GET /api/v1/pay/:token, and ask for a new link where it is not yours.',
}

/**
 * Confirms a payment for the holder of a token: it pays a deposit link with simulated money, or
 * takes a withdrawal to an address. The ledger decides between this and the deadline, so that
 * exactly one of the two happens.
 */
@singleton()
export class ConfirmPayment {
  constructor(
    private showPayment: ShowPayment,
    private start: StartMovement,
    private links: LinkStore
  ) {}

  /**
   * The address that somebody has typed for a payout, to be checked before it cannot be taken back.
   *
   * @returns null when there is nothing to check: no payout, a fixed address, or confirmed before
   * @throws ServiceError VALIDATION_ERROR
   */
  async review(token: string, address?: string): Promise<string | null> {
    const payment = await this.showPayment.run(token)
    if (payment?.link.type !== 'withdrawal' || payment.progress !== 'waiting') return null
    checkAddress(payment, address)
    return payment.destinationAddress === null ? (address ?? null) : null
  }

  /**
   * @param address where a withdrawal goes; undefined when the link names it
   * @returns null when there is no such token; `replayed` when it was confirmed before
   * @throws ServiceError CONFLICT after the deadline, on a deposit of real money, or for another
   *   address than before; VALIDATION_ERROR; any refusal of the movement, without details
   */
  async run(
    token: string,
    address?: string
  ): Promise<{ payment: PublicPayment; replayed: boolean } | null> {
    const payment = await this.showPayment.run(token)
    if (!payment) return null
    if (payment.link.type === 'deposit') refuseToSimulate(payment, address)
    if (payment.link.type === 'withdrawal') checkAddress(payment, address)
    if (payment.status === 'expired') throw new ServiceError('CONFLICT', OVER)
    if (payment.progress !== 'waiting') return { payment, replayed: true }

    const { realmId, operationId, expiresAt } = payment.link
    const destinationAddress = payment.destinationAddress === null ? (address ?? null) : null
    const terms = { realmId, operationId, deadline: expiresAt, destinationAddress }
    const { operation, started } = await this.start.run(terms).catch(withoutDetails)
    if (!started) refuseUnlessSame(operation, address)
    else await this.links.hold(operationId, HELD_TO_THE_END, destinationAddress)
    const shown = await this.showPayment.run(token)
    return shown && { payment: shown, replayed: !started }
  }
}

/** Real money is paid on the chain: the holder of a token cannot declare it paid. */
function refuseToSimulate({ paper, progress }: PublicPayment, address: string | undefined) {
  if (address !== undefined) {
    throw invalidField(FIELD, 'withdrawal_only', 'An address is for withdrawal links only.')
  }
  if (paper || progress === 'ended') return
  throw new ServiceError('CONFLICT', {
    message:
      'The payment link is paid by sending money to its address, and has nothing to confirm.',
    next: 'Send the amount to poolAddress of GET /api/v1/pay/:token.',
  })
}

function checkAddress({ destinationAddress: known, progress }: PublicPayment, address?: string) {
  const problem = address === undefined ? null : addressProblem(address)
  if (problem) throw invalidField(FIELD, 'address', `The ${FIELD} field ${problem}.`)
  if (known === null && address === undefined && progress === 'waiting') {
    throw invalidField(FIELD, 'required', 'Name the address that takes the money.')
  }
  if (known === null || address === undefined || isSame(known, address)) return
  if (progress !== 'waiting') throw new ServiceError('CONFLICT', OTHER_ADDRESS)
  throw invalidField(FIELD, 'fixed', 'The address of this link is fixed.')
}

/** Another request or the deadline came first. */
function refuseUnlessSame(operation: Operation, address: string | undefined) {
  if (operation.state === 'expired') throw new ServiceError('CONFLICT', OVER)
  const known = destinationOf(operation)
  if (known === null || address === undefined || isSame(known, address)) return
  throw new ServiceError('CONFLICT', OTHER_ADDRESS)
}

/** Upper case in an address is only a checksum: both spellings are one address. */
function isSame(first: string, second: string): boolean {
  return first.toLowerCase() === second.toLowerCase()
}

/** A guard's details name boundaries and routes, which the holder of a token may not learn. */
function withoutDetails(error: unknown): never {
  if (!(error instanceof ServiceError) || error.code === 'VALIDATION_ERROR') throw error
  throw new ServiceError(error.code, { message: error.options.message })
}
