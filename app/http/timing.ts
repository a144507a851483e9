import type { HttpContext } from '@adonisjs/core/http'

export type Phase = 'auth' | 'queue' | 'group' | 'commit' | 'total'

/** Notes how long a phase of this request took, in milliseconds; shown in `Server-Timing`. */
export function recordPhase({ notes: { phases } }: HttpContext, phase: Phase, ms: number) {
  const known = phases.find((each) => each.phase === phase)
  if (known) known.ms += ms
  else phases.push({ phase, ms })
}

/** The `Server-Timing` value: `auth;dur=0.2, queue;dur=1.0`. */
export function serverTiming({ notes: { phases } }: HttpContext): string {
  return phases.map(({ phase, ms }) => `${phase};dur=${ms.toFixed(2)}`).join(', ')
}
