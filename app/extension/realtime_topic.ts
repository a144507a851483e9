import type { Principal } from '#app/extension/principal'

/**
 * A stream a client can subscribe to. `snapshot` is called once per subscription, `permits` before
 * every delivery.
 */
export interface RealtimeTopic {
  readonly name: string
  snapshot(principal: Principal, realmId: string, parameters: unknown): Promise<unknown>
  permits(principal: Principal, entityPath: string): boolean
}
