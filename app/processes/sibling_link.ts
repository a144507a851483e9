import type { Socket } from 'node:net'
import { deserialize, serialize } from 'node:v8'
import { LIMITS } from '#app/limits'

/**
 * Answers questions that came together, each for itself. An answer is plain data, and never fails.
 *
 * @param isWanted false for the question at this place when whoever has asked may do it elsewhere
 */
export type Answerer = (
  questions: readonly unknown[],
  isWanted: (place: number) => boolean
) => readonly Promise<unknown>[]

/**
 * A sibling has ended, or says nothing: nobody knows whether it has done what it was asked. It begins
 * with nothing of it any more, if it asks whether it is wanted.
 */
export class LostSibling extends Error {}

/** What goes over the connection at a time: what is asked, and what is answered. */
type Frame = [questions: Question[], answers: Answer[]]
/** `until` is when whoever asks may take it for lost. */
type Question = [number: number, value: unknown, until: number]
type Answer = [number: number, value: unknown]

interface Waiting {
  until: number
  resolve: (answer: unknown) => void
  reject: (error: LostSibling) => void
}

const LENGTH_BYTES = 4

/** Milliseconds of a clock that all processes of the machine share, and nobody sets. */
function machineMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n)
}

/**
 * A connection between two servers of one machine, on which both ask and answer in plain data. What
 * one turn of the event loop asks and answers goes in one frame, so that many questions cost little
 * more than one.
 */
export class SiblingLink {
  #questions: Question[] = []
  #answers: Answer[] = []
  #isDue = false
  #waiting = new Map<number, Waiting>()
  #lastNumber = 0
  #received: Buffer[] = []
  #receivedBytes = 0
  #heardAt = machineMs()
  #silence: NodeJS.Timeout | undefined
  #isLost = false
  /** Whether this end was closed first, so that the sibling may be well. */
  #hasClosed = false
  /** Why this end was closed, when that was a fault. */
  #fault: unknown = null

  constructor(
    private socket: Socket,
    private answer: Answerer,
    private patienceMs: number = LIMITS.siblingPatienceMs,
    /** Called once, when the connection has ended. */
    ended: (fault: unknown) => void = () => {}
  ) {
    socket.setNoDelay(true).unref()
    socket.on('data', (chunk) => this.#receive(chunk))
    socket.on('error', () => {})
    socket.on('close', () => {
      this.#end()
      ended(this.#fault)
    })
    socket.resume()
  }

  /** False from the end of the sibling on, and while it owes answers and says nothing. */
  get isWell(): boolean {
    return !this.#isLost
  }

  /** @throws LostSibling when no answer can be expected, and the sibling cannot begin with it either */
  ask(question: unknown): Promise<unknown> {
    if (this.#isLost) return Promise.reject(new LostSibling())
    const number = ++this.#lastNumber
    const until = machineMs() + this.patienceMs
    this.#questions.push([number, question, until])
    this.#sendSoon()
    if (this.#waiting.size === 0) this.#heardAt = machineMs()
    if (!this.#silence) this.#listenIn(this.patienceMs)
    return new Promise((resolve, reject) => this.#waiting.set(number, { until, resolve, reject }))
  }

  close() {
    this.#hasClosed = true
    this.#isLost = true
    this.socket.destroy()
  }

  #sendSoon() {
    if (this.#isDue) return
    this.#isDue = true
    setImmediate(() => this.#send())
  }

  #send() {
    this.#isDue = false
    const frame: Frame = [this.#questions, this.#answers]
    this.#questions = []
    this.#answers = []
    if (this.socket.destroyed) return
    try {
      const content = serialize(frame)
      const length = Buffer.allocUnsafe(LENGTH_BYTES)
      length.writeUInt32BE(content.length)
      this.socket.cork()
      this.socket.write(length)
      this.socket.write(content)
      this.socket.uncork()
    } catch (error) {
      // What is no plain data cannot be told: both sides do without each other.
      this.#fault = error
      this.close()
      this.#lose(frame[0].map(([number]) => number))
    }
  }

  #receive(chunk: Buffer) {
    this.#received.push(chunk)
    this.#receivedBytes += chunk.length
    for (;;) {
      const length = this.#needed()
      if (this.#receivedBytes < length) return
      const all = this.#received.length === 1 ? this.#received[0]! : Buffer.concat(this.#received)
      this.#received = all.length > length ? [all.subarray(length)] : []
      this.#receivedBytes -= length
      try {
        this.#hear(deserialize(all.subarray(LENGTH_BYTES, length)) as Frame)
      } catch (error) {
        // What cannot be understood ends the connection, and not the process that serves.
        this.#fault = error
        return this.close()
      }
    }
  }

  /** Bytes of the frame that is being received, or of its length. */
  #needed(): number {
    if (this.#receivedBytes < LENGTH_BYTES) return LENGTH_BYTES
    if (this.#received[0]!.length < LENGTH_BYTES) this.#received = [Buffer.concat(this.#received)]
    return LENGTH_BYTES + this.#received[0]!.readUInt32BE()
  }

  #hear([questions, answers]: Frame) {
    this.#heardAt = machineMs()
    this.#isLost = this.#hasClosed
    for (const [number, answer] of answers) {
      this.#waiting.get(number)?.resolve(answer)
      this.#waiting.delete(number)
    }
    if (questions.length === 0) return
    const isWanted = (place: number) => !this.socket.destroyed && machineMs() < questions[place]![2]
    const answered = this.answer(
      questions.map(([, question]) => question),
      isWanted
    )
    for (const [index, [number]] of questions.entries()) {
      void answered[index]!.then((answer) => {
        this.#answers.push([number, answer])
        this.#sendSoon()
      })
    }
  }

  #listenIn(waitMs: number) {
    this.#silence = setTimeout(() => this.#listen(), waitMs).unref()
  }

  /**
   * A sibling that owes answers and has said nothing for long may say something again. It may also go
   * on with what it was asked, until that is not wanted any more: only then is it lost.
   */
  #listen() {
    this.#silence = undefined
    const now = machineMs()
    const leftMs = this.#heardAt + this.patienceMs - now
    if (this.#waiting.size > 0 && leftMs > 0) return this.#listenIn(leftMs)
    const waiting = [...this.#waiting]
    if (waiting.length > 0) this.#isLost = true
    this.#lose(waiting.flatMap(([number, { until }]) => (until <= now ? number : [])))
    const next = this.#waiting.values().next().value
    if (next) this.#listenIn(next.until - now)
  }

  /** The sibling has closed its end, and begins with nothing that came over it. */
  #end() {
    this.#isLost = true
    if (!this.#hasClosed) this.#lose([...this.#waiting.keys()])
  }

  #lose(numbers: readonly number[]) {
    for (const number of numbers) {
      this.#waiting.get(number)?.reject(new LostSibling())
      this.#waiting.delete(number)
    }
  }
}
