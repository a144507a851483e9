import { execFile } from 'node:child_process'
import app from '@adonisjs/core/services/app'

/** A script waits for what it started, also on a busy machine; this only ends one that hangs. */
const SCRIPT_MS = 240_000

/** Runs bash in the folder of the service. */
export function bash(
  args: string[],
  env: Record<string, string>
): Promise<{ code: number; out: string; errors: string }> {
  return new Promise((resolve) => {
    const options = { cwd: app.makePath(), env: { ...process.env, ...env }, timeout: SCRIPT_MS }
    execFile('bash', args, options, (error, out, errors) =>
      resolve({ code: error ? 1 : 0, out, errors })
    )
  })
}
