import { randomUUID } from 'node:crypto'
import type { Logger } from '@adonisjs/core/logger'
import type { QueueConfig } from '#app/queue/queue_host'
import { redisClient, type RedisClient, type RedisUse } from '#app/queue/redis_client'
import { RepeatedTrouble } from '#app/queue/repeated_trouble'

/** A busy realm commits hundreds of groups a second; the other processes need not hear of each. */
const PUBLISH_EVERY_MS = 20

type Listener = () => void

/**
 * Tells every process that something has changed: a realm's journal, a price feed. A wake says
 * nothing else; its listener reads the database. A lost wake costs only time, because all listeners
 * also poll now and then.
 */
export class Wakes {
  #process = randomUUID()
  #listeners = new Map<string, Set<Listener>>()
  #published = new Map<string, { again: boolean }>()
  #publisher: RedisClient | null = null
  #subscriber: RedisClient | null = null
  #closed = false
  #trouble: RepeatedTrouble

  constructor(
    private config: QueueConfig,
    log: Logger
  ) {
    this.#trouble = new RepeatedTrouble(log, 'the wakes between processes do not reach Redis')
  }

  /** Wakes the listeners of a name, in this process at once and in others soon. It never throws. */
  wake(name: string): void {
    for (const listener of this.#listeners.get(name) ?? []) listener()
    this.#publishSoon(name)
  }

  /** @returns a function that ends the listening */
  listen(name: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(name) ?? new Set()
    listeners.add(listener)
    this.#listeners.set(name, listeners)
    if (listeners.size === 1) this.#subscribed()?.subscribe(this.#channel(name)).catch(ignore)
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return
      this.#listeners.delete(name)
      this.#subscriber?.unsubscribe(this.#channel(name)).catch(ignore)
    }
  }

  /**
   * Jobs that end after this wake nobody, because a new connection would keep the process alive for
   * ever.
   */
  async close(): Promise<void> {
    this.#closed = true
    this.#publisher?.disconnect()
    this.#subscriber?.disconnect()
  }

  /** Publishes the first wake at once, and those that follow within a moment together. */
  #publishSoon(name: string) {
    if (this.#closed) return
    const recent = this.#published.get(name)
    if (recent) {
      recent.again = true
      return
    }
    const state = { again: false }
    this.#published.set(name, state)
    this.#publish(name)
    setTimeout(() => {
      this.#published.delete(name)
      if (state.again) this.#publishSoon(name)
    }, PUBLISH_EVERY_MS).unref()
  }

  #publish(name: string) {
    this.#publisher ??= this.#connect({ maxRetriesPerRequest: 0, enableOfflineQueue: false })
    this.#publisher.publish(this.#channel(name), this.#process).catch(ignore)
  }

  #subscribed(): RedisClient | null {
    if (this.#subscriber || this.#closed) return this.#subscriber
    // The client repeats subscriptions that were made while Redis was away.
    const subscriber = this.#connect({ maxRetriesPerRequest: null, autoResubscribe: true })
    subscriber.on('message', (channel: string, sender: string) => {
      if (sender === this.#process) return
      const name = channel.slice(this.#channel('').length)
      for (const listener of this.#listeners.get(name) ?? []) listener()
    })
    this.#subscriber = subscriber
    return subscriber
  }

  #connect(use: RedisUse): RedisClient {
    const client = redisClient(this.config.redis, use)
    client.on('error', (error: Error) => this.#trouble.note(error))
    return client
  }

  #channel(name: string): string {
    return `${this.config.prefix}:wake:${name}`
  }
}

/** The listeners themselves make up for a lost wake, by polling. */
function ignore() {}
