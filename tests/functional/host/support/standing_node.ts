import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { format } from 'node:util'
import { runInNewContext } from 'node:vm'

/**
 * Guides read each answer with a line of JavaScript, some 375 times in all, and to start Node.js takes far
 * longer than the line. One that stands runs these lines: it is asked by a `node` that is first in the PATH.
 * Whatever does more than read its input goes to Node.js itself.
 */
export class StandingNode {
  asked = 0

  private constructor(
    private server: Server,
    /** Holds the `node` that scripts find first. */
    readonly folder: string
  ) {}

  static async open(): Promise<StandingNode> {
    const server = createServer({ allowHalfOpen: true })
    const standing = new StandingNode(server, await mkdtemp(join(tmpdir(), 'standing-node-')))
    server.on('connection', (socket) => standing.#hear(socket))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await writeFile(join(standing.folder, 'node'), standing.#script(), { mode: 0o755 })
    return standing
  }

  /** It becomes Node.js, so that what a guide starts in the background is what the guide ends. */
  #script(): string {
    const { port } = this.server.address() as AddressInfo
    return `#!/bin/bash
[[ \${2:-} == *'readFileSync(0)'* && $2 != *viem* ]] || exec '${process.execPath}' "$@"
input=$(cat)
exec 9<>/dev/tcp/127.0.0.1/${port}
printf '%s\\0' $(($# + 1)) "$@" "$input" >&9
read -r code <&9
if [[ $code == 0 ]]; then exec cat <&9; fi
cat <&9 >&2
exit 1
`
  }

  async close() {
    await new Promise((resolve) => this.server.close(resolve))
    await rm(this.folder, { recursive: true })
  }

  /** The number of the texts comes first, then they, each with a zero byte after it. */
  #hear(socket: Socket) {
    let heard = ''
    socket.setEncoding('utf8').on('data', (part: string) => {
      heard += part
      const [count, ...texts] = heard.split('\0')
      if (texts.length <= Number(count)) return
      this.asked++
      socket.end(answerTo(texts.slice(0, -1)))
    })
  }
}

/** @returns the exit code on a line of its own, and what is printed */
function answerTo(texts: string[]): string {
  const [flag, code, ...args] = texts as [string, string, ...string[]]
  const input = args.pop()
  let printed = ''
  const log = (...values: unknown[]) => void (printed += `${format(...values)}\n`)
  const context = {
    console: { log },
    process: { argv: ['node', ...args] },
    require: () => ({ readFileSync: () => input }),
  }
  try {
    const value: unknown = runInNewContext(code, context)
    if (flag.includes('p')) log(value)
    return `0\n${printed}`
  } catch (error) {
    return `1\n${String(error)}\n`
  }
}
