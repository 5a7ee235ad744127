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

test('paths, parameters, bodies and responses are typed', () => {
  // The compiler checks the function above.
})
