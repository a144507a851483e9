import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip, constants, gzip } from 'node:zlib'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import type { Slices } from '../core/file_line.ts'
import type { Encoding } from '../core/read_lines.ts'
import { RECONCILIATION_LIMITS } from '../limits.ts'

const packed = promisify(gzip)

/** Stores the files of reconciliations that run. */
@singleton()
export class FileStore {
  constructor(private database: Database) {}

  /** Packs a file before its transaction begins, in the thread pool of Node.js. */
  async pack(bytes: Uint8Array): Promise<Buffer[]> {
    const whole = await packed(bytes, { level: constants.Z_BEST_SPEED })
    const { chunkBytes } = RECONCILIATION_LIMITS
    const parts = Math.ceil(whole.length / chunkBytes)
    return Array.from({ length: parts }, (_, at) => {
      return whole.subarray(at * chunkBytes, (at + 1) * chunkBytes)
    })
  }

  async add(session: SqlSession, id: string, parts: readonly Buffer[]): Promise<void> {
    for (const [number, content] of parts.entries()) {
      await session.write(
        'INSERT INTO reconciliation_files (reconciliation_id, number, content) VALUES (?, ?, ?)',
        [id, number, content]
      )
    }
  }

  /** The file as text, piece by piece. */
  async *slices(id: string, encoding: Encoding): Slices {
    const decoder = new TextDecoder(encoding, { fatal: true })
    const unpack = createGunzip({ chunkSize: RECONCILIATION_LIMITS.sliceBytes })
    for await (const piece of Readable.from(this.#parts(id)).compose(unpack)) {
      yield decoder.decode(piece as Buffer, { stream: true })
    }
    yield decoder.decode()
  }

  async *#parts(id: string): AsyncGenerator<Buffer> {
    for (let number = 0; ; number++) {
      const [part] = await this.database.read<{ content: Buffer }>(
        'SELECT content FROM reconciliation_files WHERE reconciliation_id = ? AND number = ?',
        [id, number]
      )
      if (!part) return
      yield part.content
    }
  }

  async remove(session: SqlSession, id: string): Promise<void> {
    await session.write('DELETE FROM reconciliation_files WHERE reconciliation_id = ?', [id])
  }
}
