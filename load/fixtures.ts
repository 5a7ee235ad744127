import { buildChannelBindings } from '../faults/environment/fake-providers.ts'
import { createCallLog } from '../faults/traffic/acknowledged-calls.ts'
import { createRetryingClient, type JsonBody } from '../faults/traffic/client.ts'
import { createFixtureAgent, type FixtureAgent, waitUntilActive } from '../faults/traffic/fixtures.ts'
import type { LoadEnvironment } from './environment.ts'

/** The data that exists before any traffic. */
export type LoadFixtures = {
  /** Parley's runtime answers, by SMS and web chat; its Outreach uses RCS. */
  primaryAgent: FixtureAgent & { sms: string; chat: string }
  /** A webhook of the business answers, by SMS. */
  secondaryAgent: FixtureAgent & { sms: string }
  /** People of the primary agent, each with the user id that messages go to. */
  people: { personId: string; userId: string }[]
  /** Several keys, since each has a rate limit. */
  sendKeys: string[]
}

export type FixtureSizes = { people: number; campaignPeople: number; sendKeys: number }

/** The tag of campaign recipients. */
export const crowdTag = 'crowd'
const regularTag = 'regular'

export const facts = ['open', 'parked', 'paid', 'moored', 'fuelled', 'insured', 'cleaned', 'let'].map((word) => ({
  id: word,
  question: `When and where is a boat ${word}?`,
  answer: `Between eight and eight a boat is ${word} at the pier.`,
  exact: true,
}))

export async function createLoadFixtures(environment: LoadEnvironment, sizes: FixtureSizes): Promise<LoadFixtures> {
  const api = createFixtureApi(environment)
  const { post, put } = api
  const [primaryAgent, secondaryAgent] = [
    await createFixtureAgent('Harbour', api),
    await createFixtureAgent('Quay', api),
  ]
  const bindingRequests = buildChannelBindings(environment.externalSystems.provider.port)
  await post(`${primaryAgent.path}/channels`, bindingRequests.google)
  const sms = await Promise.all(
    [primaryAgent, secondaryAgent].map(({ path }) => post(`${path}/channels`, bindingRequests.sms)),
  )
  await waitUntilActive(environment, 3)
  await put(`${primaryAgent.path}/knowledge/facts`, { facts })
  const business = `http://127.0.0.1:${environment.externalSystems.business.port}`
  await api.call('POST', '/v4/webhook', { webhookUrl: `${business}/events` }, secondaryAgent.accessToken)
  const channels = (await api.call('GET', `/v1${primaryAgent.path}/channels`)).data as {
    id: string
    channel: string
  }[]
  const [primarySms = '', secondarySms = ''] = sms.map(({ id }) => String(id))
  const people = await populate(api, primaryAgent, sizes)
  // Created last, so that the webhook gets no events for the people above.
  await post('/orgs/demo/webhooks', { url: `${business}/hook`, events: ['person.created'] })
  return {
    primaryAgent: {
      ...primaryAgent,
      sms: primarySms,
      chat: channels.find(({ channel }) => channel === 'webchat')?.id ?? '',
    },
    secondaryAgent: { ...secondaryAgent, sms: secondarySms },
    people,
    sendKeys: await Promise.all(
      Array.from({ length: sizes.sendKeys }, async (_, n) =>
        String((await post('/orgs/demo/api-keys', { name: `Sends ${n}`, scopes: ['people:write'] })).key),
      ),
    ),
  }
}

type FixtureApi = {
  call(method: string, path: string, body?: JsonBody, token?: string): Promise<JsonBody>
  post(path: string, body: JsonBody): Promise<JsonBody>
  put(path: string, body: JsonBody): Promise<JsonBody>
}

function createFixtureApi({ api, gateway, apiKey }: LoadEnvironment): FixtureApi {
  const log = createCallLog()
  const client = createRetryingClient(
    { apiProcesses: [{ origin: api.origin, gateway: gateway.gateway }] },
    log,
    Math.random,
  )
  const call: FixtureApi['call'] = async (method, path, body, token = apiKey) => {
    const { status, body: response } = await client.call(method, path, body, { token })
    if (status >= 300) throw new Error(`${method} ${path} returned ${status} ${JSON.stringify(response)}`)
    return response
  }
  return {
    call,
    post: (path, body) => call('POST', `/v1${path}`, body),
    put: (path, body) => call('PUT', `/v1${path}`, body),
  }
}

type ListedPerson = { id: string; identities?: { channel: string; asid: string }[] }

async function populate(api: FixtureApi, { path }: FixtureAgent, sizes: FixtureSizes): Promise<LoadFixtures['people']> {
  const buildPeople = (count: number, block: number, tag: string) =>
    Array.from({ length: count }, (_, n) => ({
      fullName: `${firstNames[n % firstNames.length]} Number${n}`,
      phone: `+1202${block + n}`,
      tags: [tag],
      customFields: { n: `${tag} ${n}` },
      consent: 'granted',
    }))
  const importPeople = (channel: string, people: object[]) => api.post(`${path}/people/import`, { channel, people })
  await importPeople('rcs', buildPeople(sizes.campaignPeople, 3_000_000, crowdTag))
  await importPeople('sms', buildPeople(sizes.people, 4_000_000, regularTag))
  const people = await readAllPages(api, `/v1${path}/people?tag=${regularTag}&limit=200`)
  return people.flatMap(({ id: personId, identities = [] }) => {
    const userId = identities.find(({ channel }) => channel === 'sms')?.asid
    return userId ? [{ personId, userId }] : []
  })
}

async function readAllPages({ call }: FixtureApi, path: string): Promise<ListedPerson[]> {
  const people: ListedPerson[] = []
  for (let token = ''; ; ) {
    const { data, nextPageToken } = await call('GET', `${path}${token && `&pageToken=${encodeURIComponent(token)}`}`)
    people.push(...(data as ListedPerson[]))
    if (typeof nextPageToken !== 'string') return people
    token = nextPageToken
  }
}

export const firstNames = ['Alex', 'Bo', 'Cleo', 'Dana', 'Elif', 'Femi', 'Gita', 'Hugo', 'Ines', 'Jonas']
