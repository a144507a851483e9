import { serveOrFail } from './processes.ts'

serveOrFail({ withWorker: false })
