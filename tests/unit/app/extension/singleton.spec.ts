import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'

interface Sink {
  write(text: string): void
}

class Unbound {}

@singleton()
class Shelf {}

@singleton()
class Reader {
  constructor(
    readonly shelf: Shelf,
    readonly clock: Clock,
    readonly pageSize = 20
  ) {}
}

/** Has no constructor of its own. */
@singleton()
class FastReader extends Reader {}

@singleton()
class Lost {
  constructor(readonly unbound: Unbound) {}
}

test.group('app | singleton', () => {
  test('everybody who asks at the same time gets the same instance', async ({ assert }) => {
    const { container } = app
    const readers = await Promise.all(Array.from({ length: 10 }, () => container.make(Reader)))
    assert.lengthOf(new Set(readers), 1)
    assert.strictEqual(readers[0]!.shelf, await container.make(Shelf))
    assert.strictEqual(readers[0]!.clock, await container.make(Clock))
  })

  test('a parameter with a default keeps it', async ({ assert }) => {
    assert.equal((await app.container.make(Reader)).pageSize, 20)
  })

  test('a class without a constructor is built as its parent is', async ({ assert }) => {
    const [reader, fast] = [await app.container.make(Reader), await app.container.make(FastReader)]
    assert.instanceOf(fast, FastReader)
    assert.notStrictEqual(fast as Reader, reader)
    assert.strictEqual(fast.shelf, reader.shelf)
  })

  test('a parameter that is no class is told when its file is loaded', ({ assert }) => {
    assert.throws(() => {
      @singleton()
      class Broken {
        constructor(
          readonly shelf: Shelf,
          readonly sink: Sink
        ) {}
      }
      return Broken
    }, /^Parameter 2 of Broken must be a class that is imported as a value/)
  })

  test('a class nobody binds is named, and not built for each who needs it', async ({ assert }) => {
    await assert.rejects(
      () => app.container.make(Lost),
      'Lost needs Unbound, which nobody binds: mark it with @singleton() or bind it in a provider'
    )
  })
})
