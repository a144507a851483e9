import {
  asError,
  type SettlementProgress,
  type SettlementRail,
} from '../extension/settlement_rail.ts'
import type { SettlementEnd } from './finish_movement.ts'
import type { ExtensionRegistry } from './extension_registry.ts'
import type { Pending } from './pending_movement.ts'

export interface Ended {
  operation: Pending['operation']
  end: SettlementEnd
}

/** What a rail said of the movements it was asked about. */
export interface RailAnswer {
  /**
   * Movements to ask about again. Those whose end the rail will report by itself are not among
   * them.
   */
  waiting: Pending[]
  ended: Ended[]
  failures: unknown[]
}

/** Asks a rail about many movements. A failure for one of them holds up none of the others. */
export async function askRail(
  rail: SettlementRail,
  question: 'start' | 'poll',
  { found, extensions }: { found: readonly Pending[]; extensions: ExtensionRegistry }
): Promise<RailAnswer> {
  const said = await answersOf(rail, question, found)
  const result: RailAnswer = { waiting: [], ended: [], failures: [] }
  for (const [index, pending] of found.entries()) {
    const answer = await forwarded(said[index]!, pending, extensions)
    if (answer instanceof Error) result.failures.push(answer)
    else if (answer.state !== 'waiting') {
      result.ended.push({ operation: pending.operation, end: answer })
    } else if (!answer.reports) result.waiting.push(pending)
  }
  return result
}

/** A deposit that has arrived ends only when the kind of its target has received it too. */
async function forwarded(
  answer: SettlementProgress | Error,
  { movement }: Pending,
  extensions: ExtensionRegistry
): Promise<SettlementProgress | Error> {
  if (answer instanceof Error || answer.state !== 'final') return answer
  try {
    const further = await extensions.receive(movement)
    if (further?.state !== 'final') return further ?? answer
    return { ...further, proofs: [...answer.proofs, ...further.proofs] }
  } catch (error) {
    return asError(error)
  }
}

async function answersOf(
  rail: SettlementRail,
  question: 'start' | 'poll',
  found: readonly Pending[]
): Promise<(SettlementProgress | Error)[]> {
  const movements = found.map(({ movement }) => movement)
  if (question === 'start' && rail.startEach) return rail.startEach(movements)
  if (question === 'poll' && rail.pollEach) return rail.pollEach(movements)
  const answers: (SettlementProgress | Error)[] = []
  for (const movement of movements) {
    answers.push(await rail[question](movement).catch(asError))
  }
  return answers
}
