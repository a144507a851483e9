import { setTimeout as delay } from 'node:timers/promises'
import { singleton } from '#app/extension/singleton'
import { isDraining } from '#app/http/draining'
import { PAYMENT_LINK_LIMITS } from '../limits.ts'
import { type PublicPayment, ShowPayment } from './show_payment.ts'

/** Tells open payment pages of this process how their payment goes. */
@singleton()
export class FollowPayment {
  #open = 0

  constructor(private showPayment: ShowPayment) {}

  /** Whether one more page may be streamed to; without room the page polls. */
  hasRoom(): boolean {
    return this.#open < PAYMENT_LINK_LIMITS.paymentStreams
  }

  /**
   * Yields the payment now, and again whenever its status or progress has changed, until it has
   * ended or the stream has lasted its time. Yields nothing for an unknown token.
   */
  async *run(token: string): AsyncGenerator<PublicPayment> {
    this.#open++
    try {
      const endsAt = performance.now() + PAYMENT_LINK_LIMITS.paymentStreamMs
      let told = ''
      while (!isDraining() && performance.now() < endsAt) {
        const payment = await this.showPayment.run(token)
        if (!payment) return
        const state = `${payment.status} ${payment.progress}`
        if (state !== told) yield payment
        if (payment.progress === 'ended') return
        told = state
        await delay(PAYMENT_LINK_LIMITS.paymentStreamPollMs)
      }
    } finally {
      this.#open--
    }
  }
}
