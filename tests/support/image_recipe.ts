import { readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'

export interface Instruction {
  name: string
  text: string
}

/** What deploy/Dockerfile says: one instruction on each line, and two stages. */
export function imageRecipe() {
  const lines = readFileSync(app.makePath('deploy/Dockerfile'), 'utf8').split('\n')
  const instructions = lines.flatMap((line): Instruction[] => {
    const [, name, text] = /^([A-Z]+) (.+)$/.exec(line) ?? []
    return name && text ? [{ name, text }] : []
  })
  const second = instructions.findLastIndex(({ name }) => name === 'FROM')
  const build = instructions.slice(0, second)
  const image = instructions.slice(second)
  const said = (name: string) => image.find((instruction) => instruction.name === name)?.text ?? ''
  return {
    build,
    image,
    home: said('WORKDIR'),
    user: said('USER').split(':').map(Number),
    ports: said('EXPOSE').split(' ').map(Number),
    env: Object.fromEntries(
      said('ENV')
        .split(' ')
        .map((pair) => pair.split('='))
    ) as Record<string, string>,
    entrypoint: JSON.parse(said('ENTRYPOINT')) as string[],
    command: JSON.parse(said('CMD')) as string[],
    healthcheck: JSON.parse(said('HEALTHCHECK').replace(/^.*CMD /, '')) as string[],
  }
}
