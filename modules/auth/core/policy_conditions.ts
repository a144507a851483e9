import type { PolicyConditions } from '#app/extension/principal'
import { parsePattern, type ResourcePattern } from './resource_pattern.ts'

/** The conditions a statement may carry. */
export const CONDITION_NAMES = ['operationPaths'] as const

/**
 * Patterns of the operation paths that a statement is conditioned on.
 *
 * @returns null without a condition, undefined for unreadable conditions
 */
export function parseConditions(
  conditions: PolicyConditions | undefined
): ResourcePattern[] | null | undefined {
  if (conditions === undefined) return null
  const names = Object.keys(conditions)
  if (names.some((name) => !CONDITION_NAMES.some((known) => known === name))) return undefined
  const { operationPaths } = conditions
  if (operationPaths === undefined) return null
  if (!Array.isArray(operationPaths)) return undefined
  const patterns = operationPaths.map((text) => parsePattern(text))
  return patterns.every((pattern) => pattern !== null) ? patterns : undefined
}
