import { test } from 'node:test'
import { type Gateway, Parley, type Schema } from './index.ts'

/** Never called: it only has to compile, or fail to compile where marked. */
export async function assertTypes(parley: Parley, gateway: Gateway): Promise<void> {
  const agent = parley.org('demo').agent('front-desk')

  const people = await agent.get('/people', { query: { q: 'ada', limit: 20 } })
  const names: (string | undefined)[] = people.data.map(({ fullName }) => fullName)
  const person: Schema<'Person'> = await agent.post('/people', { body: { firstName: names[0] } })
  await agent.get('/people/{personId}', { path: { personId: person.id } })
  const none: undefined = await agent.delete('/people/{personId}', { path: { personId: person.id } })
  for await (const one of agent.each('/people')) person.id = one.id
  for await (const key of parley.org('demo').each('/api-keys')) person.id = key.id
  for await (const { data } of agent.events('/tests/runs/{run}/progress', { path: { run: 'r' } })) void (data ?? none)
  const whole = await parley.get('/orgs/{org}/agents', { path: { org: 'demo' } })
  const bytes: Response = await agent.raw('GET', '/people/export', { headers: { accept: 'text/csv' } })
  await agent.post('/people/import', { body: await bytes.text(), headers: { 'content-type': 'text/csv' } })
  await gateway.post('/compile', { body: { aml: whole.data[0]?.name ?? '' } })
  await assertMethodTypes(parley, gateway)

  // @ts-expect-error there is no such path
  await agent.get('/persons')
  // @ts-expect-error a parameter of the path is missing
  await agent.get('/people/{personId}')
  // @ts-expect-error the parameter has another name
  await agent.get('/people/{personId}', { path: { person: 'p' } })
  // @ts-expect-error the org is given already
  await agent.get('/people/{personId}', { path: { personId: 'p', org: 'demo' } })
  // @ts-expect-error no such filter
  await agent.get('/people', { query: { colour: 'red' } })
  // @ts-expect-error a limit is a number
  await agent.get('/people', { query: { limit: '20' } })
  // @ts-expect-error a body is required
  await agent.post('/people')
  // @ts-expect-error no such field
  await agent.post('/people', { body: { shoeSize: 42 } })
  // @ts-expect-error a GET has no body
  await agent.get('/people', { body: {} })
  // @ts-expect-error answered by a stream, which is no JSON
  await agent.get('/tests/runs/{run}/progress', { path: { run: 'r' } })
  // @ts-expect-error no stream of events
  agent.events('/people')
  // @ts-expect-error no list
  agent.each('/people/{personId}', { path: { personId: 'p' } })
  // @ts-expect-error an answer has no such field
  void people.rows
  // @ts-expect-error without a key
  void new Parley({ url: 'http://127.0.0.1:4000' })
}

async function assertMethodTypes(parley: Parley, gateway: Gateway): Promise<void> {
  const org = parley.org('demo')
  const agent = org.agent('front-desk')
  const person: Schema<'Person'> = await agent.people.create({ firstName: 'Ada' })
  const identity: Schema<'Identity'> = await agent.people.identities.update(person.id, 'usr_1', { preferred: true })
  const none: undefined = await agent.people.delete(person.id)
  const page = await agent.people.list({ query: { q: 'ada', limit: 20 }, timeoutMs: 1000 })
  for (const { fullName } of page.data) void (fullName satisfies string | undefined)
  for await (const { id } of agent.people.list()) person.id = id
  await agent.people.list({ query: { tag: 'fair', 'customFields.licence': 'sea' } })
  for await (const { data } of agent.tests.runs.progress.stream('r')) void (data ?? none)
  const file: Response = await agent.people.export({ headers: { accept: 'text/csv' } })
  await agent.people.import(await file.text(), { headers: { 'content-type': 'text/csv' } })
  await org.agents.update('front-desk', { name: identity.channel })
  await gateway.messages.compile({ aml: '' })

  // @ts-expect-error a value of the path is missing
  await agent.people.get()
  // @ts-expect-error a value of the path is a text
  await agent.people.get(1)
  // @ts-expect-error a value of the path is missing, and the body is in its place
  await agent.people.update({ firstName: 'Ada' })
  // @ts-expect-error the body is missing
  await agent.people.create()
  // @ts-expect-error no such field
  await agent.people.create({ shoeSize: 42 })
  // @ts-expect-error no such filter
  await agent.people.list({ query: { colour: 'red' } })
  // @ts-expect-error a read has no body
  await agent.people.get('p', { body: {} })
  // @ts-expect-error no such verb
  await agent.people.hug('p')
  // @ts-expect-error no such noun
  await agent.persons.list()
  // @ts-expect-error one person is no list
  for await (const one of agent.people.get('p')) void one
  // @ts-expect-error a method of the org, not of the agent
  await agent.webhooks.list()
}

test('paths, parameters, bodies and responses are typed', () => {
  // The compiler checks the function above.
})
