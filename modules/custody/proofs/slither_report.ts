/** Of slither's report, what is looked at here. */
export interface SlitherReport {
  results: {
    detectors?: readonly {
      check: string
      description: string
      elements: readonly { source_mapping: { filename_relative: string } }[]
    }[]
  }
}

/** How many findings of a detector were looked at, by detector and file; those of libraries in one. */
export type Triage = Readonly<Record<string, Readonly<Record<string, number>>>>

export const LIBRARIES = 'OpenZeppelin'

/**
 * What a report says beyond the triage, and what the triage has beyond the report: both ask for a person. A finding that
 * takes the place of another one in the same file and of the same detector is not told apart.
 */
export function untriaged(
  report: SlitherReport,
  triage: Triage
): { extra: string[]; gone: string[] } {
  const found = Map.groupBy(report.results.detectors ?? [], ({ check, elements }) =>
    placeOf(check, elements[0]?.source_mapping.filename_relative ?? '')
  )
  const known = new Map(
    Object.entries(triage).flatMap(([check, files]) =>
      Object.entries(files).map(([file, count]) => [placeOf(check, file), count])
    )
  )
  const extra = [...found].flatMap(([place, all]) =>
    all.length > (known.get(place) ?? 0)
      ? all.map(({ description }) => `${place}: ${description.trim()}`)
      : []
  )
  const gone = [...known].flatMap(([place, count]) => {
    const left = found.get(place)?.length ?? 0
    return left < count ? [`${place}: ${count} were looked at, ${left} are left`] : []
  })
  return { extra, gone }
}

function placeOf(check: string, file: string): string {
  return `${check} in ${file.startsWith('contracts/') ? file : LIBRARIES}`
}
