// @ts-check

/**
 * A server gives memory back by itself when it rests (docs/decisions/0029). Without the first flag V8 does so too, and
 * marks everything as soon as the next requests come; without the second one the room for what is young, which is small
 * after a rest, grows so slowly that they collect it thirty times a second. Either way p99 is far off in
 * every second round of a bench (docs/decisions/0053). The last one puts the 41 MiB of Node's own code on large pages
 * where the system gives them, because a processor keeps the addresses of a few hundred pages only (0053 as well).
 */
export const SERVER_FLAGS = [
  '--no-memory-reducer',
  '--semi-space-growth-factor=8',
  '--use-largepages=silent',
]

/**
 * What a worker handles lives long or not at all: the usual room for what is young, 64 MiB twice,
 * only makes it larger by 100 MiB. Without a least room, one that has little to do collects its
 * garbage every second. There is too little of it to wake four threads for (docs/decisions/0029).
 * Without the first flag one that rests marks everything every nine seconds, with both cores of a small machine for a
 * tenth of a second and more, beside whatever the servers are asked (docs/decisions/0053).
 */
export const WORKER_FLAGS = [
  '--no-memory-reducer',
  '--max-semi-space-size=8',
  '--min-semi-space-size=4',
  '--no-parallel-scavenge',
]
