import { camtLines } from './formats/camt053.ts'
import { csvLines, type CsvMapping } from './formats/csv.ts'
import { mt940Lines } from './formats/mt940.ts'
import type { Found, Slices } from './file_line.ts'

export const FILE_FORMATS = ['csv', 'camt053', 'mt940'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

/** What the texts of a file are written in. */
export const ENCODINGS = ['utf-8', 'windows-1252'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** @param mapping for CSV alone, which says nothing of its columns */
export function readLines(
  format: FileFormat,
  mapping: CsvMapping | null,
  slices: Slices
): AsyncGenerator<Found> {
  if (format === 'camt053') return camtLines(slices)
  return format === 'mt940' ? mt940Lines(slices) : csvLines(slices, mapping!)
}
