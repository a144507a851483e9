import {
  accepted,
  eventually,
  type AnyData,
  type Client,
  type TestRealm,
} from '#tests/support/client'

export const SIM = '/api/v1/exchange/sim'
export const MARKET = '/api/v1/exchange/market'

/** A realm with a private feed whose clock stands still. */
export class SimStage {
  private constructor(readonly realm: TestRealm) {}

  static async open(client: Client, fork: Record<string, unknown> = {}): Promise<SimStage> {
    const stage = new SimStage(await client.realm())
    await eventually('the shared feed', async () => {
      const reply = await stage.send('POST', 'fork', { clock: 'manual', ...fork })
      return reply.status === 503 ? null : accepted(reply)
    })
    return stage
  }

  send(method: string, path: string, body: Record<string, unknown> = {}) {
    const { client: own, id: realmId } = this.realm
    return own.send(method, `${SIM}/${path}`, { realmId, ...body })
  }

  /** A control; answers the feed. */
  async post(path: string, body: Record<string, unknown> = {}): Promise<AnyData> {
    return accepted(await this.send('POST', path, body)).feed
  }

  async market(path: string, query: Record<string, string | number> = {}): Promise<AnyData> {
    const { client: own, id: realmId } = this.realm
    return accepted(await own.get(`${MARKET}/${path}`, { realmId, ...query }))
  }

  async feed(): Promise<AnyData> {
    const { client: own, id: realmId } = this.realm
    return accepted(await own.get(`${SIM}/feed`, { realmId })).feed
  }

  async advance(advanceMs: number, stepMs?: number): Promise<AnyData> {
    return this.post('clock', { mode: 'manual', advanceMs, stepMs })
  }
}
