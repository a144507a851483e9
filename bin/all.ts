import { serveOrFail } from './processes.ts'

/** Servers and a worker of all queues, for an installation of one machine. */
serveOrFail({ withWorker: true })
