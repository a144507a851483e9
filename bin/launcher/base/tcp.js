// @ts-check
import { connect } from 'node:net'

const ATTEMPT_MS = 2000
const RETRY_MS = 25

/**
 * Opens a connection, sends a text (or nothing) and judges the first answer.
 *
 * @param {{ host: string, port: number, say?: string, isReady: (answer: Buffer) => boolean }} probe
 * @returns {Promise<boolean>}
 */
export function answers({ host, port, say, isReady }) {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    let answer = Buffer.alloc(0)
    const finish = (/** @type {boolean} */ ok) => {
      socket.destroy()
      resolve(ok)
    }
    socket.setTimeout(ATTEMPT_MS, () => finish(false))
    socket.once('error', () => finish(false))
    socket.once('close', () => finish(false))
    socket.once('connect', () => say && socket.write(say))
    socket.on('data', (chunk) => {
      answer = Buffer.concat([answer, chunk])
      if (isReady(answer)) finish(true)
    })
  })
}

/**
 * @param {() => Promise<boolean>} probe
 * @param {AbortSignal} signal ends the waiting
 */
export async function untilTrue(probe, signal) {
  while (!signal.aborted) {
    if (await probe()) return
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

/**
 * @param {string} host
 * @param {number} port
 * @returns {Promise<string | null>} null when something accepts connections there, else why not
 */
export function whyUnreachable(host, port) {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    socket.setTimeout(ATTEMPT_MS, () => {
      socket.destroy()
      resolve('no answer')
    })
    socket.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      resolve(error.code ?? error.message)
    )
    socket.once('connect', () => {
      socket.destroy()
      resolve(null)
    })
  })
}
