import { contentJson } from '../content.ts'
import type { Listed, Step } from '../step.ts'

/** Somebody to rehearse with on each of several channels. */
export const personas: Step = {
  name: 'personas',
  async run({ agent }) {
    const { data } = await agent.get<Listed<{ name: string }>>('/personas?limit=200')
    for (const persona of await contentJson<{ name: string }[]>('personas.json')) {
      if (!data.some(({ name }) => name === persona.name)) await agent.post('/personas', persona)
    }
  },
}
