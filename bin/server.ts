import { impatientServer } from '#app/http/connections'
import { failBoot, ignite } from './ignite.ts'

ignite('server').httpServer().start(impatientServer).catch(failBoot)
