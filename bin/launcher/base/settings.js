// @ts-check
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PROJECT_ROOT } from './paths.js'

/** Settings of the service as `start/env.ts` declares them: one a line, by name. */
const DECLARED = /^ {2}([A-Z][A-Z_]*): /gm
const DECLARATIONS = readFileSync(join(PROJECT_ROOT, 'start/env.ts'), 'utf8')

/**
 * Every variable that configures the service. A test or benchmark run removes them from its
 * environment, so that it never reaches a configured database by accident.
 */
const SERVICE_VARIABLES = new Set([
  'DATA_DIR',
  'ENV_PATH',
  ...[...DECLARATIONS.matchAll(DECLARED)].map(([, name]) => name),
])

/**
 * Reads the `KEY=value` lines of a `.env` file; quotes are removed, `#` starts a comment.
 * The service reads the same file by itself; the launcher only needs to know what is configured.
 *
 * @param {string} text
 * @returns {Record<string, string>}
 */
export function parseEnvFile(text) {
  /** @type {Record<string, string>} */
  const values = {}
  for (const line of text.split(/\r?\n/)) {
    const match = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/.exec(line)
    if (!match) continue
    const [, key = '', rest = ''] = match
    const quoted = /^(['"`])(.*?)\1\s*(?:#.*)?$/.exec(rest)
    values[key] = quoted ? (quoted[2] ?? '') : rest.replace(/(^|\s)#.*$/, '').trim()
  }
  return values
}

/** The configured values: the process environment wins over the `.env` file, blank means unset. */
export class Settings {
  #process
  #file

  /**
   * @param {NodeJS.ProcessEnv} processEnv
   * @param {Record<string, string>} fileEnv
   */
  constructor(processEnv, fileEnv) {
    this.#process = processEnv
    this.#file = fileEnv
  }

  /** Reads `.env` from where the service reads it: ENV_PATH, by default the project. */
  static load(processEnv = process.env) {
    let text = ''
    try {
      text = readFileSync(resolve(PROJECT_ROOT, processEnv.ENV_PATH ?? '', '.env'), 'utf8')
    } catch {
      // Without the file the defaults apply.
    }
    return new Settings(processEnv, parseEnvFile(text))
  }

  /** A test or benchmark run: keeps PATH, HOME and the like, forgets the service's configuration. */
  static isolated(processEnv = process.env) {
    const kept = Object.entries(processEnv).filter(([key]) => !SERVICE_VARIABLES.has(key))
    return new Settings(Object.fromEntries(kept), {})
  }

  /**
   * @param {string} key
   * @returns {string | undefined}
   */
  get(key) {
    return this.#process[key]?.trim() || this.#file[key]?.trim() || undefined
  }

  /**
   * The environment of a child: the configured values, and `defaults` for the others. Values of the
   * `.env` file are left out, because the child reads that file itself (with its own rules for
   * `$NAME`).
   *
   * @param {Record<string, string | undefined>} defaults
   * @returns {Record<string, string>}
   */
  childEnv(defaults) {
    /** @type {Record<string, string>} */
    const env = {}
    for (const [key, value] of Object.entries(this.#process)) {
      const isBlankSetting = SERVICE_VARIABLES.has(key) && !value?.trim()
      if (value !== undefined && !isBlankSetting) env[key] = value
    }
    for (const [key, value] of Object.entries(defaults)) {
      if (value !== undefined && this.get(key) === undefined) env[key] = value
    }
    return env
  }
}

/** @param {Settings} settings */
export function httpAddress(settings) {
  const host = settings.get('HOST') ?? '127.0.0.1'
  const port = Number(settings.get('PORT') ?? 3333)
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  const url = `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
  return { host, port, url: settings.get('APP_URL') ?? url }
}
