import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

const TIMESYNC_MARK = '/run/systemd/timesync/synchronized'
const ASK_MS = 1000

/** Whether a service sets this machine's clock; null when that cannot be asked. */
export async function hostClockSynchronized(): Promise<boolean | null> {
  if (existsSync(TIMESYNC_MARK)) return true
  const show = ['show', '--property=NTPSynchronized', '--value']
  const { stdout } = await promisify(execFile)('timedatectl', show, { timeout: ASK_MS }).catch(
    () => ({ stdout: '' })
  )
  const answer = stdout.trim()
  return answer === 'yes' ? true : answer === 'no' ? false : null
}
