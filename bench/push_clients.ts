import { WebSocket } from 'ws'

const SEQUENCE = /^\{"deliverySeq":(\d+),/
const TIMESTAMP = /"timestamp":"([^"]+)"/
const WATCH = /"watchId":"([^"]+)"/
const TOTAL = /"totalEquityUsd":"([^"]+)"/

interface Answer {
  type: string
  watchId: string
  aggregation: { totalEquityUsd: string }
}

/** Connections with aggregation watches, as cheap as they can be: they share the machine. */
export class PushClients {
  /** From commit to arrival, of every push. */
  readonly latenciesMs: number[] = []
  /** The newest total by watch, and what each watch is of. */
  readonly totals = new Map<string, string>()
  readonly prefixes = new Map<string, string>()
  missed = 0
  resyncs = 0
  #sockets: WebSocket[] = []

  private constructor(private terms: { baseUrl: string; realmId: string; token: string }) {}

  /** @param prefixes one list of watches for each connection */
  static async connect(
    terms: { baseUrl: string; realmId: string; token: string },
    prefixes: readonly (readonly string[])[]
  ): Promise<PushClients> {
    const clients = new PushClients(terms)
    for (const own of prefixes) await clients.#connect(own)
    return clients
  }

  close() {
    for (const socket of this.#sockets) socket.terminate()
  }

  #connect(prefixes: readonly string[]): Promise<void> {
    const { baseUrl, realmId, token } = this.terms
    const socket = new WebSocket(`${baseUrl.replace(/^http/, 'ws')}/api/v1/ws`)
    this.#sockets.push(socket)
    let expected = 1
    return new Promise((resolve, reject) => {
      let made = 0
      socket.once('error', reject)
      socket.once('open', () => socket.send(JSON.stringify({ action: 'auth', realmId, token })))
      socket.on('message', (data: Buffer) => {
        const text = data.toString()
        const sequence = SEQUENCE.exec(text)
        if (sequence) {
          if (Number(sequence[1]) !== expected++) this.missed++
          return this.#pushed(text)
        }
        const frame = JSON.parse(text) as Answer
        if (frame.type === 'authenticated') {
          for (const value of prefixes) {
            const sources = [{ type: 'prefix', value }]
            socket.send(JSON.stringify({ action: 'create_aggregation_watch', sources }))
          }
        } else if (frame.type === 'aggregation_watch_created') {
          this.prefixes.set(frame.watchId, prefixes[made]!)
          this.totals.set(frame.watchId, frame.aggregation.totalEquityUsd)
          if (++made === prefixes.length) resolve()
        } else if (frame.type === 'error') reject(new Error(text))
      })
    })
  }

  #pushed(text: string) {
    if (text.includes('"type":"stream.resync"')) {
      this.resyncs++
      return
    }
    this.latenciesMs.push(Date.now() - Date.parse(TIMESTAMP.exec(text)![1]!))
    this.totals.set(WATCH.exec(text)![1]!, TOTAL.exec(text)![1]!)
  }
}
