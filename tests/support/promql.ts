/** Words of the language that are no metric. */
const KEYWORDS = new Set(['and', 'or', 'unless', 'offset', 'bool', 'inf', 'nan'])

/** A metric in an expression, with the labels that it is asked for. */
export interface Selected {
  name: string
  labels: string[]
}

/** The metrics that a PromQL expression reads. */
export function selectedIn(expression: string): Selected[] {
  const bare = expression
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, '')
  const found = bare.matchAll(/(?<![\w.])([a-zA-Z_:][\w:]*)\s*(?:\{([^}]*)\})?(?!\s*[\w:(])/g)
  return [...found]
    .filter(([, name]) => !KEYWORDS.has(name!.toLowerCase()))
    .map(([, name, matchers = '']) => {
      return { name: name!, labels: [...matchers.matchAll(/(\w+)\s*[=!]/g)].map((one) => one[1]!) }
    })
}

/** The labels that an expression groups by. */
export function groupedBy(expression: string): string[] {
  const groups = expression.matchAll(/\b(?:by|without)\s*\(([^)]*)\)/g)
  return [...groups].flatMap(([, names]) => names!.split(',').map((name) => name.trim()))
}
