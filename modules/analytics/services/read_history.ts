import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { Atoms } from '#app/money/usd'
import { type HistoryQuery, type HistoryRequest, HistoryRequests } from './history_request.ts'
import { type PointStatus, ReadWorth } from './read_worth.ts'

export interface EquityHistory {
  request: HistoryRequest
  points: { end: number; equityUsd: Atoms; status: PointStatus }[]
}

export interface PnlHistory {
  request: HistoryRequest
  /** Equity at the beginning of the first bucket. */
  startEquityUsd: Atoms
  points: { end: number; pnlUsd: Atoms; equityUsd: Atoms; status: PointStatus }[]
}

/** Reads equity, and the profit and loss in it, bucket by bucket. */
@singleton()
export class ReadHistory {
  constructor(
    private requests: HistoryRequests,
    private worth: ReadWorth
  ) {}

  /** @throws ServiceError those of HistoryRequests, and VALUATION_UNAVAILABLE */
  async equity(principal: Principal, query: HistoryQuery): Promise<EquityHistory> {
    const request = await this.requests.read(principal, query)
    const { points } = await this.worth.run({ ...request, target: request.of })
    return { request, points }
  }

  /**
   * Each point is the profit and loss since the history began: equity, less the equity at the
   * beginning, less what came in, plus what left.
   *
   * @throws ServiceError as `equity`
   */
  async pnl(principal: Principal, query: HistoryQuery): Promise<PnlHistory> {
    const request = await this.requests.read(principal, query)
    const { startEquityUsd, points, flows } = await this.worth.run({
      ...request,
      target: request.of,
      withFlows: true,
    })
    let flowed = 0n
    return {
      request,
      startEquityUsd,
      points: points.map((point) => {
        flowed += flows.get(point.end) ?? 0n
        return { ...point, pnlUsd: point.equityUsd - startEquityUsd - flowed }
      }),
    }
  }
}
