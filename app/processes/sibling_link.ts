import type { Socket } from 'node:net'
import { deserialize, serialize } from 'node:v8'
import { LIMITS } from '#app/limits'

/** Answers questions that came together, each for itself. An answer is plain data, and never fails. */
export type Answerer = (questions: readonly unknown[]) => readonly Promise<unknown>[]

/** A sibling has ended, or says nothing: nobody knows whether it has done what it was asked. */
export class LostSibling extends Error {}

/** What goes over the connection at a time: what is asked, and what is answered. */
type Frame = [questions: Numbered[], answers: Numbered[]]
type Numbered = [number: number, value: unknown]

interface Waiting {
  resolve: (answer: unknown) => void
  reject: (error: LostSibling) => void
}

const LENGTH_BYTES = 4

/**
 * A connection between two servers of one machine, on which both ask and answer in plain data. What
 * one turn of the event loop asks and answers goes in one frame, so that many questions cost little
 * more than one.
 */
export class SiblingLink {
  #questions: Numbered[] = []
  #answers: Numbered[] = []
  #isDue = false
  #waiting = new Map<number, Waiting>()
  #lastNumber = 0
  #received: Buffer[] = []
  #receivedBytes = 0
  #heardAt = performance.now()
  #silence: NodeJS.Timeout | undefined
  #isLost = false

  constructor(
    private socket: Socket,
    private answer: Answerer,
    private patienceMs: number = LIMITS.siblingPatienceMs
  ) {
    socket.setNoDelay(true).unref()
    socket.on('data', (chunk) => this.#receive(chunk))
    socket.on('error', () => {})
    socket.on('close', () => this.#lose())
    socket.resume()
  }

  /** False from the end of the sibling on, and while it owes answers and says nothing. */
  get isWell(): boolean {
    return !this.#isLost
  }

  /** @throws LostSibling when no answer can be expected */
  ask(question: unknown): Promise<unknown> {
    if (this.#isLost) return Promise.reject(new LostSibling())
    const number = ++this.#lastNumber
    this.#questions.push([number, question])
    this.#sendSoon()
    if (this.#waiting.size === 0) this.#heardAt = performance.now()
    this.#silence ??= setTimeout(() => this.#listen(), this.patienceMs).unref()
    return new Promise((resolve, reject) => this.#waiting.set(number, { resolve, reject }))
  }

  close() {
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
      this.socket.destroy(error as Error)
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
      this.#hear(deserialize(all.subarray(LENGTH_BYTES, length)) as Frame)
    }
  }

  /** Bytes of the frame that is being received, or of its length. */
  #needed(): number {
    if (this.#receivedBytes < LENGTH_BYTES) return LENGTH_BYTES
    if (this.#received[0]!.length < LENGTH_BYTES) this.#received = [Buffer.concat(this.#received)]
    return LENGTH_BYTES + this.#received[0]!.readUInt32BE()
  }

  #hear([questions, answers]: Frame) {
    this.#heardAt = performance.now()
    this.#isLost = false
    for (const [number, answer] of answers) {
      this.#waiting.get(number)?.resolve(answer)
      this.#waiting.delete(number)
    }
    if (questions.length === 0) return
    const answered = this.answer(questions.map(([, question]) => question))
    for (const [index, [number]] of questions.entries()) {
      void answered[index]!.then((answer) => {
        this.#answers.push([number, answer])
        this.#sendSoon()
      })
    }
  }

  /** A sibling that owes answers and has said nothing for long may say something again. */
  #listen() {
    this.#silence = undefined
    if (this.#waiting.size === 0) return
    const leftMs = this.#heardAt + this.patienceMs - performance.now()
    if (leftMs > 0) this.#silence = setTimeout(() => this.#listen(), leftMs).unref()
    else this.#lose()
  }

  #lose() {
    this.#isLost = true
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(new LostSibling())
  }
}
