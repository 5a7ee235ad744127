import { contentJson, contentText } from '../content.ts'
import { Written } from '../door.ts'
import type { Listed, Step } from '../step.ts'

type Identity = { phone: string; channel: string }

/** People as a file brings them: whoever is there already is only updated. Some can be written to. */
export const people: Step = {
  name: 'people',
  async run({ agent }) {
    await agent.post('/people/import', new Written('text/csv', await contentText('people.csv')))
    const { data } = await agent.get<Listed<{ id: string; phone?: string }>>('/people?limit=200')
    for (const { phone, channel } of await contentJson<Identity[]>('identities.json')) {
      const person = data.find((one) => one.phone === phone)
      if (person) await agent.post(`/people/${person.id}/identities`, { channel, address: phone })
    }
  },
}
