import type { HttpContext } from '@adonisjs/core/http'

type Phase = 'auth' | 'queue' | 'group' | 'commit' | 'total'

const phases = new WeakMap<HttpContext, Map<Phase, number>>()

/** Notes how long a phase of this request took, in milliseconds; shown in `Server-Timing`. */
export function recordPhase(ctx: HttpContext, phase: Phase, ms: number) {
  const known = phases.get(ctx) ?? new Map<Phase, number>()
  known.set(phase, (known.get(phase) ?? 0) + ms)
  phases.set(ctx, known)
}

/** The `Server-Timing` value: `auth;dur=0.2, queue;dur=1.0`. */
export function serverTiming(ctx: HttpContext): string {
  return [...(phases.get(ctx) ?? [])]
    .map(([phase, ms]) => `${phase};dur=${ms.toFixed(2)}`)
    .join(', ')
}
