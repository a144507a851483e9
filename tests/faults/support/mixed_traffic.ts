import type { AnyData, Client, ObjectView, TestRealm } from '#tests/support/client'
import type { Form } from '#tests/support/proofs'
import { Traffic } from './traffic.ts'

/** A request as it is sent, and sent again. */
export interface Sent {
  method: 'POST' | 'PUT'
  /** Below `/api/v1`. */
  address: string
  body: Record<string, unknown>
}

interface Asked extends Omit<Sent, 'method'> {
  form: Form
}

/** What a sender asks one after the other; each answer comes back to it. */
type Story = Generator<Asked, void, AnyData>

const HOUR = 3600
/** They name no operation path of their own. */
const WITHOUT_PATH: Form[] = ['extend_hold', 'limit_object']

/** All that callers post and that answers at once, in stories whose steps build on each other. */
export class MixedTraffic extends Traffic<Sent> {
  /** What answers have granted. */
  readonly granted = new Set<Form>()
  /** The ends of holds that were promised, by the ids of the holds. */
  readonly extended = new Map<string, string>()
  readonly released = new Set<string>()
  #stories: { story: Story; answer?: AnyData }[] = []

  /** @param objects at least four, with money */
  constructor(
    private realm: TestRealm,
    private objects: readonly ObjectView[],
    label: string,
    private client: Client
  ) {
    super(label)
  }

  protected async send(sender: number): Promise<boolean> {
    const { story, answer } = this.#stories[sender] ?? { story: this.#story(sender + this.sent) }
    delete this.#stories[sender]
    const next = story.next(answer as AnyData)
    if (next.done) return true
    const { form, address, body } = next.value
    const { path } = this.next()
    const isKeyed = !WITHOUT_PATH.includes(form)
    const request: Sent = {
      method: form === 'limit_object' ? 'PUT' : 'POST',
      address: `/api/v1${address}`,
      body: { realmId: this.realm.id, ...(isKeyed && { path }), ...body },
    }
    return this.told(path, request, async () => {
      const { status, data } = await sentBy(this.client, request)
      if (status >= 300) return null
      this.granted.add(form)
      this.#stories[sender] = { story, answer: data }
      return this.#acknowledged(form, path, data)
    })
  }

  #acknowledged(form: Form, path: string, data: AnyData): [path: string, id: string][] {
    const id = data.operation?.id as string
    if (form === 'end_hold') this.released.add(id)
    else if (form === 'extend_hold') this.extended.set(id, outcomeOf(data).expiresAt as string)
    else if (form !== 'limit_object') return [[path, id]]
    return []
  }

  #story(turn: number): Story {
    const stories = [this.#holding, this.#posting, this.#dealing, this.#paying]
    return stories[turn % stories.length]!.call(this, turn)
  }

  *#holding(turn: number): Story {
    const { sourceObjectPath, targetObjectPath } = this.#move(turn)
    const body = { sourceObjectPath, amount: '3.00', expiresInSeconds: HOUR }
    const { operation } = yield { form: 'open_hold', address: '/holds', body }
    const address = `/holds/${operation.id}`
    const longer = { expiresInSeconds: 2 * HOUR }
    yield { form: 'extend_hold', address: `${address}/extend`, body: longer }
    const part = { targetObjectPath, amount: '1.00' }
    yield { form: 'capture_hold', address: `${address}/capture`, body: part }
    yield { form: 'end_hold', address: `${address}/release`, body: {} }
  }

  *#posting(turn: number): Story {
    const moves = [this.#move(turn), this.#move(turn + 1)]
    const { operation } = yield { form: 'split', address: '/postings', body: { moves } }
    const address = `/operations/${operation.id}/reverse`
    yield { form: 'reverse, a posting', address, body: { amount: '0.50', refundFee: true } }
  }

  *#dealing(turn: number): Story {
    const [first, second, third, fourth] = [0, 1, 2, 3].map((at) => this.#path(turn + at))
    const targets = [third, fourth].map((objectPath) => ({ objectPath, share: '1/2' }))
    const inOrder = [{ objectPath: first, max: '0.60' }, { objectPath: second }]
    const whole = [{ objectPath: first, share: '100%' }]
    for (const [form, sources] of [
      ['split, waterfall', inOrder],
      ['split, shares', whole],
    ] as const) {
      yield { form, address: '/postings', body: { amount: '1.00', sources, targets } }
    }
  }

  *#paying(turn: number): Story {
    const body = this.#move(turn)
    const { operation } = yield { form: 'transfer', address: '/transfer', body }
    const condition = { ifSourceBalanceAtLeast: '1.00' }
    yield { form: 'on a condition', address: '/transfer', body: { ...body, ...condition } }
    yield { form: 'reverse', address: `/operations/${operation.id}/reverse`, body: {} }
    const { id } = this.objects[turn % this.objects.length]!
    const limits = { maxPerMovement: `${1000 + turn}` }
    yield { form: 'limit_object', address: `/objects/${id}/limits`, body: limits }
  }

  #move(turn: number) {
    const [sourceObjectPath, targetObjectPath] = [this.#path(turn), this.#path(turn + 1)]
    return { sourceObjectPath, targetObjectPath, amount: '1.00' }
  }

  #path(turn: number): string {
    return this.objects[turn % this.objects.length]!.path
  }
}

export function sentBy(client: Client, { method, address, body }: Sent) {
  return client.send<AnyData>(method, address, body)
}

/** The outcome of the operation in an answer. */
export function outcomeOf({ operation }: AnyData): AnyData {
  return JSON.parse(operation.outcome as string)
}
