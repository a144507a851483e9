import cluster from 'node:cluster'
import type { Socket } from 'node:net'
import { availableParallelism } from 'node:os'
import { LIMITS } from '#app/limits'
import type { HealthFinding } from '#app/observability/health'
import { SiblingLink, type Answerer } from './sibling_link.ts'
import type { LinkEnded } from './sibling_pairs.ts'

/** How many servers share the port of this process, and how many of them answer. */
export interface Siblings {
  running: number
  wanted: number
  /** How many of them, the first ones, have the things that belong to one server each. */
  homes: number
  /** Whether the process that is told stands by, because the ones before it fill the cores. */
  standsBy: boolean
}

/**
 * A home gathers what all servers are asked, so that its groups stay large: with one for each server
 * they are so much smaller that a second server costs more than it does. A home keeps some four
 * cores busy, its own share of the requests and the database included (docs/decisions/0044).
 */
export function homesOf(servers: number, cores: number = availableParallelism()): number {
  return Math.max(1, Math.min(servers, Math.floor(cores / LIMITS.coresOfHome)))
}

/**
 * What each server is told of all; a server that is not ready is null. The first that are ready and
 * fill the cores keep their callers, since a second server on the same cores only makes the bursts of
 * the first one smaller and hands its requests over. The others stand by until one of these ends.
 */
export function siblingsOf<Server>(
  servers: readonly (Server | null)[],
  cores: number = availableParallelism()
): Map<Server, Siblings> {
  const ready = servers.filter((server) => server !== null)
  const busy = Math.max(1, Math.floor(cores / LIMITS.coresOfServer))
  const all = {
    running: ready.length,
    wanted: servers.length,
    homes: homesOf(servers.length, cores),
  }
  return new Map(ready.map((server, index) => [server, { ...all, standsBy: index >= busy }]))
}

type Message =
  | { type: 'servers'; servers: Siblings }
  /** Comes with one end of a connection to that server; they count from 0. */
  | { type: 'link'; to: number; number: number }

let known: Siblings = { running: 1, wanted: 1, homes: 1, standsBy: false }
const links = new Map<number, SiblingLink>()
let answers: Answerer = (questions) => questions.map(() => Promise.resolve(null))

/** Listens to the parent, which says whenever a server has come or gone. */
export function hearOfSiblings() {
  if (!cluster.isWorker) return
  process.on('message', (message: Message | null, socket: unknown) => {
    if (message?.type === 'servers') known = message.servers
    if (message?.type === 'link' && socket) link(message, socket as Socket)
  })
}

function link({ to, number }: { to: number; number: number }, socket: Socket) {
  links.get(to)?.close()
  const answer: Answerer = (...asked) => answers(...asked)
  links.set(to, new SiblingLink(socket, answer, undefined, (fault) => tellEnded(number, fault)))
}

/** The parent gives both another one, if both go on. */
function tellEnded(number: number, fault: unknown) {
  const message: LinkEnded = {
    type: 'link_ended',
    number,
    fault: fault === null ? null : String(fault),
  }
  if (process.connected) process.send!(message, undefined, {}, () => {})
}

/** Says what this process answers to others: null to everything before. */
export function answerSiblings(answerer: Answerer) {
  answers = answerer
}

/**
 * The server that has a thing, where each belongs to one of them.
 *
 * @param number of the thing, the same in every process
 * @returns null when it is this process, or one that cannot be asked
 */
export function siblingWith(number: number): Pick<SiblingLink, 'ask'> | null {
  const found = links.get(number % known.homes)
  return found?.isWell ? found : null
}

/** Whether what is asked at the port of the service may be answered by another process. */
export function isOneOfSeveral(): boolean {
  return known.wanted > 1
}

/** Answers of a server that stands by close their connection: the next one may come to another server. */
export function standsBy(): boolean {
  return known.standsBy
}

export function siblingsFinding(): HealthFinding {
  const { running, wanted } = known
  return { ok: running === wanted, detail: `${running} of ${wanted} server processes answer` }
}
