import { names } from '../fixtures.ts'
import { eventKeyOf } from '../partners.ts'
import { agentUrl, type LoadOperation, type OperationContext, pick } from './operation-context.ts'

const read = async (context: OperationContext, url: string): Promise<undefined> => {
  await context.call({ url, token: context.environment.apiKey })
}
const reads =
  (path: (context: OperationContext) => string): LoadOperation['run'] =>
  (context) =>
    read(context, agentUrl(context, path(context)))
const ofOrg =
  (path: string): LoadOperation['run'] =>
  (context) =>
    read(context, `${context.environment.api.origin}/v1/orgs/demo${path}`)

/** Creates a person; the organization's webhook receives the event. */
const add: LoadOperation['run'] = async (context) => {
  const { environment, call, next } = context
  const body = { fullName: `${pick(names, context.random)} Newcomer${next()}`, tags: ['new'] }
  const made = await call({
    url: agentUrl(context, '/people'),
    method: 'POST',
    token: environment.apiKey,
    body,
    expects: 201,
  })
  const completed = environment.partners.arrivals.expect(eventKeyOf('person.created', String(made.id)))
  return { name: 'delivered to the webhook', completed }
}

const change: LoadOperation['run'] = async (context) => {
  const { environment, fixtures, call, random, next } = context
  const url = agentUrl(context, `/people/${pick(fixtures.people, random).personId}`)
  await call({ url, method: 'PATCH', token: environment.apiKey, body: { company: `Company ${next() % 500}` } })
  return undefined
}

export const recordOperations: LoadOperation[] = [
  { name: 'people listed', weight: 4, run: reads(() => '/people?limit=50&sort=-lastSeenAt') },
  { name: 'people searched', weight: 5, run: reads(({ random }) => `/people?limit=20&q=${pick(names, random)}`) },
  {
    name: 'person read',
    weight: 8,
    run: reads(({ fixtures, random }) => `/people/${pick(fixtures.people, random).personId}`),
  },
  { name: 'person added', weight: 3, run: add },
  { name: 'person changed', weight: 4, run: change },
  { name: 'agent read', weight: 3, run: reads(() => '') },
  { name: 'messages read', weight: 3, run: reads(() => '/messages?limit=50') },
  { name: 'conversations read', weight: 1, run: reads(() => '/conversations?limit=50') },
  { name: 'usage read', weight: 1, run: reads(() => '/usage?interval=hour') },
  { name: 'attention read', weight: 0.5, run: ofOrg('/attention') },
]
