import { setTimeout as delay } from 'node:timers/promises'
import type { Client, OperationView, TestRealm } from '#tests/support/client'

const DEADLINE_MS = 240_000
const SENDERS = 16
/** A service that is going down is not hammered: the point is what it said before. */
const PAUSE_MS = 100
/**
 * Traffic that flows while something else is waited for, such as a service that comes back. As fast as
 * it can, it takes all processors from what is waited for, and proves no more.
 */
export const REST_MS = 25
export const TRANSFER_OBJECTS = ['/users/a', '/users/b', '/users/c', '/users/d']

/** Requests sent to a service that dies under them, and what became of each operation. */
export abstract class Traffic<Request> {
  /** What the service answered with, by operation path. */
  readonly acknowledged = new Map<string, string>()
  /** By the path of the request's operation, or by that of its first one. */
  readonly unanswered = new Map<string, Request>()
  #sent = 0

  constructor(protected label: string) {}

  /**
   * @param senders requests in flight
   * @param restMs between an answer and the sender's next request; none where the amount of work ends it
   */
  async until(isOver: () => boolean, senders = SENDERS, restMs = 0): Promise<void> {
    const deadline = Date.now() + DEADLINE_MS
    const loop = async (_: unknown, sender: number) => {
      while (!isOver() && Date.now() < deadline) {
        const pauseMs = (await this.send(sender)) ? restMs : PAUSE_MS
        if (pauseMs > 0 && !isOver()) await delay(pauseMs)
      }
    }
    await Promise.all(Array.from({ length: senders }, loop))
  }

  get sent(): number {
    return this.#sent
  }

  /** @returns whether there was an answer that says it is done */
  protected abstract send(sender: number): Promise<boolean>

  protected next(): { number: number; path: string } {
    const number = ++this.#sent
    return { number, path: `/op/${this.label}/${number}` }
  }

  /** @param ask answers with what it acknowledged, or with null */
  protected async told(
    path: string,
    request: Request,
    ask: () => Promise<[path: string, id: string][] | null>
  ): Promise<boolean> {
    this.unanswered.set(path, request)
    const acknowledged = await ask().catch(() => null)
    if (acknowledged === null) return false
    for (const [each, id] of acknowledged) this.acknowledged.set(each, id)
    return this.unanswered.delete(path)
  }
}

/** Transfers among four objects. */
export class TransferTraffic extends Traffic<object> {
  constructor(
    private realm: TestRealm,
    label: string,
    private client: Client = realm.client
  ) {
    super(label)
  }

  protected send(): Promise<boolean> {
    const { number, path } = this.next()
    const request = {
      realmId: this.realm.id,
      path,
      sourceObjectPath: TRANSFER_OBJECTS[number % 4],
      targetObjectPath: TRANSFER_OBJECTS[(number + 1 + (number % 3)) % 4],
      amount: '1.00',
    }
    return this.told(path, request, async () => {
      const { status, data } = await this.client.post('/api/v1/transfer', request)
      return status === 201 ? [[path, data.operation.id]] : null
    })
  }
}

/** Every operation of a realm, or those of a type, over all pages. */
export async function operationsByPath(
  { client, id: realmId }: Pick<TestRealm, 'client' | 'id'>,
  type?: string
): Promise<Map<string, OperationView[]>> {
  const found: OperationView[] = []
  let cursor: string | undefined
  do {
    const query = { realmId, type, limit: 500, cursor }
    const { data } = await client.get('/api/v1/operations', query)
    found.push(...data.operations)
    cursor = data.nextCursor ?? undefined
  } while (cursor)
  return Map.groupBy(found, ({ path }) => path)
}
