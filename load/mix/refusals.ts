import { pickRandom } from '../../faults/traffic/actor.ts'
import { buildAgentUrl, type LoadOperation, type LoadRequest, type OperationContext } from './operation-context.ts'

/** Calls that must be refused, each in its own way. */
const refusedRequests: ((context: OperationContext) => LoadRequest)[] = [
  (context) => ({ url: buildAgentUrl(context, '/people/per_nobody'), token: context.environment.apiKey, expects: 404 }),
  (context) => ({ url: buildAgentUrl(context, '/people'), token: 'a key of nobody', expects: 401 }),
  (context) => ({
    url: buildAgentUrl(context, '/people?sort=height'),
    token: context.environment.apiKey,
    expects: 422,
  }),
  (context) => ({
    url: buildAgentUrl(context, '/people'),
    method: 'POST',
    token: context.environment.apiKey,
    body: { shoeSize: 44 },
    expects: 422,
  }),
  ({ environment }) => ({
    url: `${environment.gateway.gateway}/v4/messages`,
    method: 'POST',
    token: 'a token of nobody',
    body: { userId: 'usr_1', messages: [] },
    expects: 401,
  }),
  ({ environment, fixtures }) => ({
    url: `${environment.gateway.gateway}/providers/${fixtures.primaryAgent.sms}`,
    method: 'POST',
    body: { type: 'message', id: 'forged', from: '+12025550143', text: 'Nobody has signed this' },
    expects: 401,
  }),
]

export const refusedOperations: LoadOperation[] = [
  {
    name: 'refused',
    weight: 3,
    run: async (context) => {
      await context.call(pickRandom(refusedRequests, context.random)(context))
      return undefined
    },
  },
]
