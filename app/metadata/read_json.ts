import { parse, type ParseOptions } from 'lossless-json'

/** As `JSON.parse` does: numbers are doubles, and of two equal keys the last one counts. */
const AS_USUAL: ParseOptions = {
  parseNumber: Number,
  onDuplicateKey: ({ newValue }) => newValue,
}

/**
 * Parses JSON without `JSON.parse`, which in V8 13.6 (Node 24) may read an escaped key as another one that some
 * text has named there before, whoever sent that: `gr\u00fcn` as `gr\u` (nodejs/node#63785).
 *
 * @throws SyntaxError
 */
export function readJson(text: string): unknown {
  return parse(text, null, AS_USUAL)
}
