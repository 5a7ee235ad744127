import { RawBody } from '../client.ts'
import { readContentJson, readContentText } from '../content.ts'
import type { DemoStep, ListReply } from '../step.ts'

type Identity = { phone: string; channel: string }

/** People as a file brings them: whoever is there already is only updated. Some can be written to. */
export const peopleStep: DemoStep = {
  name: 'people',
  async run({ agent }) {
    await agent.post('/people/import', new RawBody('text/csv', await readContentText('people.csv')))
    const { data } = await agent.get<ListReply<{ id: string; phone?: string }>>('/people?limit=200')
    for (const { phone, channel } of await readContentJson<Identity[]>('identities.json')) {
      const person = data.find((one) => one.phone === phone)
      if (person) await agent.post(`/people/${person.id}/identities`, { channel, address: phone })
    }
  },
}
