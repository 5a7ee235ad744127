import { buildAgentUrl, type LoadOperation, type OperationContext } from './operation-context.ts'

const knownPeople = 2_000

/** Every fourth send goes to a new person. */
const pickNumber = ({ random, next }: OperationContext) =>
  `+1202${random() < 0.25 ? 8_000_000 + (next() % 1_000_000) : 7_000_000 + Math.floor(random() * knownPeople)}`

let nextKey = 0

async function requestSend(
  context: OperationContext,
  { key, address }: { key: string; address: string },
): Promise<unknown> {
  const { fixtures, call } = context
  const response = await call({
    url: buildAgentUrl(context, '/outreach/spring/sends'),
    method: 'POST',
    // In rotation, since each key has a rate limit.
    token: fixtures.sendKeys[nextKey++ % fixtures.sendKeys.length],
    body: { recipient: { channel: 'rcs', address }, inputs: { n: key }, idempotencyKey: key },
    expects: 202,
  })
  return response.status
}

const runNamedSend: LoadOperation['run'] = async (context) => {
  const key = `send ${context.next()}`
  const completed = context.environment.externalSystems.arrivals.expect(`Number ${key}`)
  completed.catch(() => {})
  const status = await requestSend(context, { key, address: pickNumber(context) })
  if (status !== 'queued') throw new Error(`a send is ${status}`)
  return { name: 'dispatched', completed }
}

/** Repeats a send as if its response had been lost. */
const runRepeatedSend: LoadOperation['run'] = async (context) => {
  const repeatedSend = { key: `repeated ${context.next()}`, address: pickNumber(context) }
  await requestSend(context, repeatedSend)
  const status = await requestSend(context, repeatedSend)
  if (status !== 'duplicate') throw new Error(`a repeated send is ${status}`)
  return undefined
}

export const sendOperations: LoadOperation[] = [
  { name: 'named send', weight: 6, run: runNamedSend },
  { name: 'named send, repeated', weight: 0.5, run: runRepeatedSend },
  {
    name: 'sends listed',
    weight: 1,
    run: async (context) => {
      await context.call({ url: buildAgentUrl(context, '/outreach/sends?limit=50'), token: context.environment.apiKey })
      return undefined
    },
  },
]
