/** What the answer to an approved request says of it. */
export type Execution =
  | { ended: 'executed'; operationIds: string[] }
  | { ended: 'failed'; code: string; message: string }
  /** The policy asks for more approvals than the request has. */
  | { ended: 'waits'; needed: number }
  /** The refusal passes by itself, and there is time for that. */
  | { ended: 'again'; code: string }

interface Refusal {
  code: string
  message: string
  details?: { approvals?: number }
}

/**
 * Reads the answer to an approved request.
 *
 * @param retryable the codes of refusals that pass by themselves
 * @param most how many operations are looked for
 * @param inTime whether it may be tried again; people have approved it for now, and not for ever
 */
export function executionOf(
  { status, body }: { status: number; body: unknown },
  retryable: (code: string) => boolean,
  most: number,
  inTime: boolean
): Execution {
  if (status < 300) return { ended: 'executed', operationIds: operationsIn(body).slice(0, most) }
  const { code, message, details } = (body as { error: Refusal }).error
  const needed = details?.approvals
  if (code === 'APPROVAL_REQUIRED' && needed !== undefined) return { ended: 'waits', needed }
  return inTime && retryable(code) ? { ended: 'again', code } : { ended: 'failed', code, message }
}

/** What is told of a request that an earlier attempt may have executed, and that is not tried again. */
export const CUT_OFF = {
  ended: 'failed',
  code: 'CONFLICT',
  message:
    'An earlier attempt was cut off and may have had its effect: look at what the request names before it is sent again.',
} as const

/**
 * Reads a refusal of a request that an earlier attempt may have executed before its process died,
 * and that made no operation by which that could be told. What was to be deleted and is not there is deleted; of anything else nobody knows.
 */
export function afterCutOff(
  failed: Extract<Execution, { ended: 'failed' }>,
  { method, status }: { method: string; status: number }
): Extract<Execution, { ended: 'executed' | 'failed' }> {
  if (method === 'DELETE' && status === 404) return { ended: 'executed', operationIds: [] }
  return {
    ...failed,
    message: `${CUT_OFF.message} The last attempt was refused: ${failed.message}`,
  }
}

/** How deep an answer holds the operations that it has made: those of a bulk stand in a list. */
const LEVELS = 4

/** The ids of the operations that an answer shows under `operation` or `operations`. */
function operationsIn(value: unknown, levels = LEVELS): string[] {
  if (typeof value !== 'object' || value === null || levels === 0) return []
  if (Array.isArray(value)) return value.flatMap((each) => operationsIn(each, levels))
  return Object.entries(value).flatMap(([name, part]: [string, unknown]) => {
    if (name !== 'operation' && name !== 'operations') return operationsIn(part, levels - 1)
    return [part].flat().flatMap((made) => {
      const { id } = (made ?? {}) as { id?: unknown }
      return typeof id === 'string' && id.startsWith('op_') ? [id] : []
    })
  })
}
