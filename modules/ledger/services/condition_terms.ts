import { formatUsd, parseUsd } from '#app/money/usd'
import type { Conditions } from '../core/conditions.ts'

/** The conditions of a movement, as requests name them. Amounts are decimal strings. */
export interface ConditionInputs {
  ifSourceBalanceAtLeast?: string
  ifTargetBalanceAtMost?: string
  ifSourceVersion?: number
}

/** Undefined when there are none: such a movement reads and stores nothing for them. */
export function conditionsOf(inputs: ConditionInputs): Conditions | undefined {
  const { ifSourceBalanceAtLeast: least, ifTargetBalanceAtMost: most, ifSourceVersion } = inputs
  if (least === undefined && most === undefined && ifSourceVersion === undefined) return undefined
  return {
    ...(least !== undefined && { sourceAtLeast: parseUsd(least) }),
    ...(most !== undefined && { targetAtMost: parseUsd(most) }),
    ...(ifSourceVersion !== undefined && { sourceVersion: ifSourceVersion }),
  }
}

/** What a repetition must share; nothing where nothing is asked, as before there were conditions. */
export function hashedConditions(conditions: Conditions | undefined): Record<string, string> {
  if (!conditions) return {}
  const { sourceAtLeast, targetAtMost, sourceVersion } = conditions
  return {
    ...(sourceAtLeast !== undefined && { ifSourceBalanceAtLeast: formatUsd(sourceAtLeast) }),
    ...(targetAtMost !== undefined && { ifTargetBalanceAtMost: formatUsd(targetAtMost) }),
    ...(sourceVersion !== undefined && { ifSourceVersion: String(sourceVersion) }),
  }
}
