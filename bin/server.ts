import { failBoot, ignite } from './ignite.ts'

ignite('server').httpServer().start().catch(failBoot)
