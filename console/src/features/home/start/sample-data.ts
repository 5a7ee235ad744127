import { type AgentClient, Conflict, type Schema } from '@parley/sdk'
import { strings } from '#i18n/home.ts'
import { type AgentFact, changeSection, readSection } from '../../knowledge/sections/knowledge-section.ts'

const { sample } = strings.start

/** Marks what was added as a sample, so that exactly this can be removed. */
const sampleMark = 'parley-sample'

const sampleFacts: readonly AgentFact[] = sample.facts.map((fact) => ({ ...fact, id: `${sampleMark}-${fact.id}` }))

export const isSampleFact = ({ id }: Pick<AgentFact, 'id'>): boolean => sampleFacts.some((fact) => fact.id === id)

/** Their numbers and email addresses are reserved for examples, so no real person has them. */
const samplePeople: readonly Schema<'PersonCreate'>[] = sample.people.map((person, at) => ({
  ...person,
  email: `${person.firstName.toLowerCase()}@example.com`,
  phone: `+1202555017${at}`,
  source: sampleMark,
  tags: [sampleMark],
}))

/** Adds the samples that are missing. */
export async function addSamples(api: AgentClient): Promise<void> {
  await changeSection(api, 'facts', {
    edit: (facts) => [...facts, ...sampleFacts.filter(({ id }) => !facts.some((one) => one.id === id))],
    base: await readSection(api, 'facts'),
  })
  if ((await listSamplePeople(api)).length > 0) return
  for (const person of samplePeople) {
    try {
      await api.post('/people', { body: person })
    } catch (error) {
      // Somebody already has the number or the address.
      if (!(error instanceof Conflict)) throw error
    }
  }
}

/** Removes the samples, also edited ones, and nothing else. */
export async function removeSamples(api: AgentClient): Promise<void> {
  await changeSection(api, 'facts', {
    edit: (facts) => facts.filter((fact) => !isSampleFact(fact)),
    base: await readSection(api, 'facts'),
  })
  for (const { id } of await listSamplePeople(api)) await api.delete('/people/{personId}', { path: { personId: id } })
}

export async function listSamplePeople(api: AgentClient, signal?: AbortSignal): Promise<Schema<'Person'>[]> {
  const query = { source: sampleMark, limit: 50 }
  return (await api.get('/people', { query, ...(signal && { signal }) })).data
}
