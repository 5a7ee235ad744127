import { pickRandom } from '../../faults/traffic/actor.ts'
import { eventKeyOf } from '../external-systems.ts'
import { firstNames } from '../fixtures.ts'
import { buildAgentUrl, type LoadOperation, type OperationContext } from './operation-context.ts'

const read = async (context: OperationContext, url: string): Promise<undefined> => {
  await context.call({ url, token: context.environment.apiKey })
}
const readAgentPath =
  (path: (context: OperationContext) => string): LoadOperation['run'] =>
  (context) =>
    read(context, buildAgentUrl(context, path(context)))
const readOrgPath =
  (path: string): LoadOperation['run'] =>
  (context) =>
    read(context, `${context.environment.api.origin}/v1/orgs/demo${path}`)

/** Creates a person; the organization's webhook receives the event. */
const createPerson: LoadOperation['run'] = async (context) => {
  const { environment, call, next } = context
  const body = { fullName: `${pickRandom(firstNames, context.random)} Newcomer${next()}`, tags: ['new'] }
  const created = await call({
    url: buildAgentUrl(context, '/people'),
    method: 'POST',
    token: environment.apiKey,
    body,
    expects: 201,
  })
  const completed = environment.externalSystems.arrivals.expect(eventKeyOf('person.created', String(created.id)))
  return { name: 'delivered to the webhook', completed }
}

const updatePerson: LoadOperation['run'] = async (context) => {
  const { environment, fixtures, call, random, next } = context
  const url = buildAgentUrl(context, `/people/${pickRandom(fixtures.people, random).personId}`)
  await call({ url, method: 'PATCH', token: environment.apiKey, body: { company: `Company ${next() % 500}` } })
  return undefined
}

export const recordOperations: LoadOperation[] = [
  { name: 'people listed', weight: 4, run: readAgentPath(() => '/people?limit=50&sort=-lastSeenAt') },
  {
    name: 'people searched',
    weight: 5,
    run: readAgentPath(({ random }) => `/people?limit=20&q=${pickRandom(firstNames, random)}`),
  },
  {
    name: 'person read',
    weight: 8,
    run: readAgentPath(({ fixtures, random }) => `/people/${pickRandom(fixtures.people, random).personId}`),
  },
  { name: 'person added', weight: 3, run: createPerson },
  { name: 'person changed', weight: 4, run: updatePerson },
  { name: 'agent read', weight: 3, run: readAgentPath(() => '') },
  { name: 'messages read', weight: 3, run: readAgentPath(() => '/messages?limit=50') },
  { name: 'conversations read', weight: 1, run: readAgentPath(() => '/conversations?limit=50') },
  { name: 'usage read', weight: 1, run: readAgentPath(() => '/usage?interval=hour') },
  { name: 'attention read', weight: 0.5, run: readOrgPath('/attention') },
]
