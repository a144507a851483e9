import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import { LostSibling, SiblingLink, type Answerer } from '#app/processes/sibling_link'
import { connectedPair } from '#app/processes/sibling_pairs'
import { until } from '#tests/support/client'

const MEGABYTE = 1024 * 1024
const LONG_MS = 60_000
/** Longer than a process may stand still between a question and its answer. */
const PATIENT_MS = 1500

const told = (found: PromiseSettledResult<unknown>[]) =>
  found.map((each) => (each.status === 'fulfilled' ? each.value : each.reason))

test.group('processes | links between siblings', (group) => {
  let links: SiblingLink[] = []

  /** @param patienceMs of the first one; nothing is lost on the way to the other one, however busy the machine is */
  async function linked(answers: Answerer[], patienceMs = LONG_MS) {
    const ends = await connectedPair()
    const patience = [patienceMs, LONG_MS]
    links = ends.map((end, at) => new SiblingLink(end, answers[at]!, patience[at]))
    return links as [SiblingLink, SiblingLink]
  }

  const nothing: Answerer = (questions) => questions.map(() => new Promise(() => {}))

  group.each.teardown(() => links.forEach((link) => link.close()))

  test('both ask and answer at once, in turns, each its own question', async ({ assert }) => {
    const heard: number[] = []
    const answer: Answerer = (questions) => {
      heard.push(questions.length)
      return questions.map(async (question) => {
        const { number } = question as { number: bigint }
        await delay(Number(number % 3n))
        return { number: number * 2n, text: 'x'.repeat(Number(number)) }
      })
    }
    const [one, other] = await linked([answer, answer])
    const numbers = Array.from({ length: 100 }, (_, index) => BigInt(index))
    const asked = [one, other].flatMap((link) => numbers.map((number) => link.ask({ number })))
    const expected = numbers.map((number) => ({
      number: number * 2n,
      text: 'x'.repeat(Number(number)),
    }))
    assert.deepEqual(await Promise.all(asked), [...expected, ...expected])
    assert.deepEqual(heard, [100, 100])
  })

  test('megabytes arrive whole, with small questions around them', async ({ assert }) => {
    const [one] = await linked([
      nothing,
      (questions) => questions.map((question) => Promise.resolve(question)),
    ])
    const texts = ['a', 'b'.repeat(5 * MEGABYTE), 'c', 'd'.repeat(MEGABYTE), '']
    const answers: Promise<unknown>[] = []
    for (const text of texts) {
      answers.push(one.ask(text))
      await delay(0)
    }
    const lengths = (await Promise.all(answers)).map((text) => (text as string).length)
    assert.deepEqual(
      lengths,
      texts.map((text) => text.length)
    )
  })

  test('what waits or asks when the other one ends is lost at once', async ({ assert }) => {
    const [one, other] = await linked([nothing, nothing])
    const waiting = Promise.allSettled([one.ask(1), one.ask(2)])
    assert.isTrue(one.isWell)
    other.close()
    for (const error of told(await waiting)) assert.instanceOf(error, LostSibling)
    assert.isFalse(one.isWell)
    await assert.rejects(() => one.ask(3), LostSibling)
  })

  test('one that owes answers is done without until it says something', async ({ assert }) => {
    let answerLate: (text: string) => void = () => {}
    const late: Answerer = (questions) =>
      questions.map(() => new Promise((resolve) => (answerLate = resolve)))
    const [one, other] = await linked(
      [(questions) => questions.map(() => Promise.resolve('heard')), late],
      PATIENT_MS
    )
    await assert.rejects(() => one.ask(1), LostSibling)
    assert.isFalse(one.isWell)
    answerLate('nobody waits for this')
    assert.equal(await other.ask(2), 'heard')
    assert.isTrue(one.isWell)
    const asked = one.ask(3)
    await other.ask(4)
    answerLate('an answer')
    assert.equal(await asked, 'an answer')
  })

  test('what is lost because {name} is not wanted from then on by whoever may still do it')
    .with([
      { name: 'the sibling says nothing', act: () => {} },
      { name: 'the sibling has closed its end', act: ([, home]: SiblingLink[]) => home!.close() },
      { name: 'this end was closed', act: ([asker]: SiblingLink[]) => asker!.close() },
    ])
    .run(async ({ assert }, { act }) => {
      const wanted: (() => boolean)[] = []
      const [one, other] = await linked(
        [
          nothing,
          (questions, isWanted) => {
            wanted.push(() => isWanted(0))
            return questions.map(() => new Promise(() => {}))
          },
        ],
        PATIENT_MS
      )
      const atLoss: boolean[] = []
      const asks = [0, PATIENT_MS / 2].map(async (waitMs, place) => {
        await delay(waitMs)
        await one.ask(place).catch(() => (atLoss[place] = wanted[place]?.() ?? false))
      })
      await until('both to be asked', () => wanted.length === 2 || !one.isWell)
      act([one, other])
      await Promise.all(asks)
      assert.deepEqual(atLoss, [false, false])
    })

  test('an unreadable frame ends the link, and nothing of the process', async ({ assert }) => {
    const [end, stranger] = await connectedPair()
    const link = new SiblingLink(end, nothing, LONG_MS)
    links = [link]
    stranger.write(Buffer.from([0, 0, 0, 2, 255, 255]))
    await once(stranger.resume(), 'close')
    assert.isFalse(link.isWell)
    await assert.rejects(() => link.ask(1), LostSibling)
  })

  test('what is no plain data ends the link, and nothing of the process', async ({ assert }) => {
    const [one, other] = await linked([nothing, nothing])
    await assert.rejects(() => one.ask({ act: () => {} }), LostSibling)
    assert.isFalse(one.isWell)
    await assert.rejects(() => other.ask(1), LostSibling)
  })
})
