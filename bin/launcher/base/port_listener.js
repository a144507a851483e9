// @ts-check
import { existsSync, readFileSync, readdirSync, readlinkSync } from 'node:fs'

const LISTENING = '0A'
const COMMAND_WIDTH = 80

/**
 * @param {number} port
 * @returns {Set<string>} socket inodes
 */
function listeningInodes(port) {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0')
  const inodes = new Set()
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    let text
    try {
      text = readFileSync(table, 'utf8')
    } catch {
      continue
    }
    for (const line of text.split('\n').slice(1)) {
      const fields = line.trim().split(/\s+/)
      if (fields[3] === LISTENING && fields[1]?.endsWith(`:${wanted}`)) inodes.add(fields[9])
    }
  }
  return inodes
}

/**
 * @param {string} pid
 * @param {Set<string>} inodes
 */
function holdsOneOf(pid, inodes) {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => {
      const target = readlinkSync(`/proc/${pid}/fd/${fd}`)
      return target.startsWith('socket:[') && inodes.has(target.slice(8, -1))
    })
  } catch {
    return false
  }
}

/**
 * The process that listens on a port, as far as this user may know.
 *
 * @param {number} port
 * @returns {{ pid: number, command: string } | null}
 */
export function listenerOn(port) {
  const inodes = listeningInodes(port)
  if (inodes.size === 0) return null
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    if (!holdsOneOf(pid, inodes)) continue
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim()
    return { pid: Number(pid), command: command.slice(0, COMMAND_WIDTH) }
  }
  return null
}

/**
 * Whether this very process listens on the port. True when the system does not tell.
 *
 * @param {number} pid
 * @param {number} port
 */
export function listensOn(pid, port) {
  if (!existsSync('/proc/net/tcp')) return true
  return holdsOneOf(String(pid), listeningInodes(port))
}
