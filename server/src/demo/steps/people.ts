import { readContentJson, readContentText } from '../content.ts'
import { type DemoStep, type ListReply, RawBody } from '../demo-context.ts'

type Identity = { phone: string; channel: string }

/** Imports people from a CSV file, which updates existing ones, and adds identities so that some can be messaged. */
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
