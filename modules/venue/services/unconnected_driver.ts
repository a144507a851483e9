import { ServiceError } from '#app/http/errors/service_error'
import type { VenueDriver } from './venue_driver.ts'

/** Stands where a live venue will be: until one is connected its accounts are never ready. */
export class UnconnectedDriver implements VenueDriver {
  readonly name = 'venue'

  provision() {
    return provisioning()
  }

  command() {
    return provisioning()
  }

  account() {
    return provisioning()
  }

  maxOrderSize() {
    return provisioning()
  }

  withdrawable() {
    return provisioning()
  }

  moveCash() {
    return provisioning()
  }

  async readiness() {
    return { openPositionCount: 0, valueAtRisk: 0n, blocks: [] }
  }

  async empty() {
    return { state: 'empty' as const, cash: 0n }
  }
}

function provisioning(): Promise<never> {
  return Promise.reject(new ServiceError('EXCHANGE_PROVISIONING'))
}
