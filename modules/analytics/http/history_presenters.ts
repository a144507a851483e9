import { toRfc3339 } from '#app/clock/timestamp'
import { formatUsd } from '#app/money/usd'
import type { HistoryRequest } from '../services/history_request.ts'
import type { EquityHistory, PnlHistory } from '../services/read_history.ts'

const MICROS = 1_000_000

export function presentEquityHistory({ request, points }: EquityHistory) {
  return {
    ...presentRequest(request),
    points: points.map(({ end, equityUsd, status }) => ({
      ts: toRfc3339(end * MICROS),
      equityUsd: formatUsd(equityUsd),
      status,
    })),
  }
}

export function presentPnlHistory({ request, startEquityUsd, points }: PnlHistory) {
  return {
    ...presentRequest(request),
    // Buckets begin at whole multiples of the resolution, mostly a little before `from`.
    startTs: toRfc3339(request.buckets.start * MICROS),
    startEquityUsd: formatUsd(startEquityUsd),
    points: points.map(({ end, pnlUsd, equityUsd, status }) => ({
      ts: toRfc3339(end * MICROS),
      pnlUsd: formatUsd(pnlUsd),
      equityUsd: formatUsd(equityUsd),
      status,
    })),
  }
}

function presentRequest(request: HistoryRequest) {
  const { target, kind, objectId, from, to, now, resolution, requested } = request
  return {
    target,
    kind,
    ...(objectId !== null && { objectId }),
    from: toRfc3339(from),
    to: toRfc3339(to),
    resolution: resolution.name,
    ...(requested !== resolution && { resolutionRequested: requested.name }),
    serverNow: toRfc3339(now),
  }
}
