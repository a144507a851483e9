import { isReservedPath, pathProblem, prefixProblem } from '#app/paths/path'
import { ANALYTICS_LIMITS } from '../limits.ts'
import { matchesPattern, patternPrefix, type Target } from './target.ts'

export const SOURCE_TYPES = ['prefix', 'pattern', 'paths', 'watch'] as const

/** A source of a watch, as the caller named it. */
export interface WatchSource {
  type: (typeof SOURCE_TYPES)[number]
  value: string
}

/** A source that names objects itself, and not another watch. */
export type Selector = Extract<Target, { kind: 'prefix' | 'path' | 'paths' | 'pattern' }>

export interface SourceProblem {
  /** Dotted path of the field. */
  field: string
  rule: string
  message: string
}

/** @returns why a source is not valid, or null. The caller checks whether a watch exists */
export function sourceProblem({ type, value }: WatchSource): string | null {
  switch (type) {
    case 'prefix':
      return prefixProblem(value)
    case 'pattern':
      return patternProblem(value)
    case 'paths':
      return (
        value
          .split(',')
          .map(pathProblem)
          .find((problem) => problem !== null) ?? null
      )
    case 'watch':
      return /^wat_[0-9a-z]{26}$/.test(value) ? null : 'must be the id of a watch'
  }
}

/** A wildcard is a whole segment; there may be several. */
function patternProblem(value: string): string | null {
  const problem = pathProblem(value.replaceAll(/(?<=\/)\*(?=\/|$)/g, 'any'))
  return problem?.startsWith('must not contain whitespace')
    ? 'must have * as a whole segment only, and no whitespace, control characters or ,'
    : problem
}

/**
 * Resolves the watches among the sources into selectors. A watch never changes, and may use only
 * watches that existed before it; it is stored as its selectors, so that no watch can contain
 * itself, and none changes when a watch it used is deleted.
 *
 * @param find the selectors of a watch; null when there is none
 * @returns the selectors, each once, or the first problem
 */
export async function selectorsOf(
  sources: readonly WatchSource[],
  find: (watchId: string) => Promise<readonly Selector[] | null>
): Promise<{ selectors: Selector[] } | { problem: SourceProblem }> {
  const selectors = new Map<string, Selector>()
  for (const [index, source] of sources.entries()) {
    const field = `sources.${index}.value`
    const wrong = sourceProblem(source)
    if (wrong !== null) {
      return { problem: { field, rule: source.type, message: `The ${field} field ${wrong}` } }
    }
    const parts = source.type === 'watch' ? await find(source.value) : [selectorOf(source)]
    if (!parts) {
      return { problem: { field, rule: 'exists', message: `The ${field} field names no watch` } }
    }
    for (const part of parts) selectors.set(JSON.stringify(part), part)
    if (selectors.size > ANALYTICS_LIMITS.watchSelectors) {
      const message = `A watch may come to ${ANALYTICS_LIMITS.watchSelectors} sources at most`
      return { problem: { field, rule: 'too_many', message } }
    }
  }
  return { selectors: [...selectors.values()] }
}

function selectorOf({ type, value }: WatchSource): Selector {
  if (type === 'paths') return { kind: 'paths', values: [...new Set(value.split(','))].sort() }
  if (type === 'pattern') return { kind: 'pattern', value }
  return { kind: value.endsWith('/') ? 'prefix' : 'path', value }
}

/**
 * The resources on which a caller needs permission for a selector. A pattern is checked as it is
 * written.
 */
export function resourcesOf(selector: Selector): readonly string[] {
  return selector.kind === 'paths' ? selector.values : [selector.value]
}

/** The places of a selector's objects, in the terms of a WatchIndex. */
export function placesOf(selector: Selector): readonly string[] {
  if (selector.kind === 'paths') return selector.values
  return [selector.kind === 'pattern' ? patternPrefix(selector.value) : selector.value]
}

/** Whether a selector includes an object; reading the objects gives the same answer. */
export function selects(selector: Selector, path: string): boolean {
  switch (selector.kind) {
    case 'path':
      return path === selector.value
    case 'paths':
      return selector.values.includes(path)
    case 'prefix':
      return isBelow(selector.value, path)
    case 'pattern': {
      const { value } = selector
      return isBelow(patternPrefix(value), path) && matchesPattern(value, path)
    }
  }
}

/** The service's own objects belong to a prefix only when it names them. */
function isBelow(prefix: string, path: string): boolean {
  if (!prefix.endsWith('/')) return path === prefix
  if (!path.startsWith(prefix)) return false
  return !isReservedPath(path) || isReservedPath(prefix.slice(0, -1))
}
