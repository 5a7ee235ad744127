import { readContentJson } from '../content.ts'
import type { DemoStep, ListReply } from '../demo-context.ts'

export const personasStep: DemoStep = {
  name: 'personas',
  async run({ agent }) {
    const { data } = await agent.get<ListReply<{ name: string }>>('/personas?limit=200')
    for (const persona of await readContentJson<{ name: string }[]>('personas.json')) {
      if (!data.some(({ name }) => name === persona.name)) await agent.post('/personas', persona)
    }
  },
}
