import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { test } from '@japa/runner'
import { SiblingLink } from '#app/processes/sibling_link'
import { SiblingPairs } from '#app/processes/sibling_pairs'
import { until } from '#tests/support/client'

const SOON_MS = 20

/** A server of a group, in this process: all but the channel to its parent is real. */
class Server extends EventEmitter {
  connected = true
  links: SiblingLink[] = []
  ends: Socket[] = []

  send({ number }: { number: number }, end: Socket) {
    const ended = (fault: unknown) =>
      this.emit('message', { type: 'link_ended', number, fault: fault && String(fault) })
    this.ends.push(end)
    const echo = (questions: readonly unknown[]) => questions.map((each) => Promise.resolve(each))
    this.links.push(new SiblingLink(end, echo, undefined, ended))
    return true
  }

  end() {
    this.connected = false
    this.ends.at(-1)?.destroy()
    this.emit('exit')
  }
}

test.group('processes | pairs of siblings', (group) => {
  let servers: Server[]
  let told: object[]
  let pairs: SiblingPairs

  const connect = () => pairs.connect(servers as unknown as ChildProcess[])
  const linked = (count: number) =>
    until('all to be linked', () => servers.every(({ links }) => links.length === count))

  group.each.setup(() => {
    servers = [new Server(), new Server()]
    told = []
    pairs = new SiblingPairs({ warn: (fields) => told.push(fields) }, SOON_MS)
    return () => servers.forEach((server) => server.end())
  })

  test('two get another connection after one that could not be read', async ({ assert }) => {
    connect()
    await linked(1)
    servers[0]!.ends[0]!.write(Buffer.from([0, 0, 0, 2, 255, 255]))
    await linked(2)
    assert.equal(await servers[0]!.links[1]!.ask('again'), 'again')
    assert.containSubset(told, [{ servers: [1, 2] }])
    assert.match(String((told[0] as { fault: unknown }).fault), /Error/)
    assert.lengthOf(told, 1)
  })

  test('one that was started again is connected with all', async ({ assert }) => {
    servers.push(new Server())
    connect()
    await linked(2)
    servers[1]!.end()
    servers[1] = new Server()
    connect()
    await until('the new one to be linked', () => servers[1]!.links.length === 2)
    for (const link of servers[1]!.links) assert.equal(await link.ask('new'), 'new')
    assert.equal(await servers[0]!.links[1]!.ask('old'), 'old')
  })
})
