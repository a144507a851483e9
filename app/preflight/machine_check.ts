import { statfs } from 'node:fs/promises'
import { isAtLeast } from '#app/preflight/versions'
import { refused, warned, type Weakness } from '#app/preflight/weakness'
import { LIMITS } from '#app/limits'

const OLDEST_NODE = '24'

/** @param version `24.1.0` */
export function runtimeWeaknesses(version: string): Weakness[] {
  if (isAtLeast(version, OLDEST_NODE)) return []
  const wrong = `Node.js ${version} is too old for the service.`
  return [refused('Node.js', wrong, `Use version ${OLDEST_NODE} or newer.`)]
}

/** @param left bytes of the file system where the service writes logs and temporary files */
export function diskWeaknesses(folder: string, left: number): Weakness[] {
  if (left >= LIMITS.diskFreeBytes) return []
  const mebibytes = Math.floor(left / 2 ** 20)
  const wrong = `The file system of ${folder} has ${mebibytes} MiB left: logs, exports and temporary files stop when it is full.`
  return [warned('disk', wrong, 'Make room, or give the service a larger file system.')]
}

/** How much an unprivileged process may still write there, in bytes. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
