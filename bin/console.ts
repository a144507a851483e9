import { failBoot, ignite } from './ignite.ts'

ignite('worker').ace().handle(process.argv.slice(2)).catch(failBoot)
