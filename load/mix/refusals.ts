import { agentUrl, type LoadOperation, type LoadRequest, type OperationContext, pick } from './operation-context.ts'

/** Calls that are refused, each as it must be. */
const wrong: ((scene: OperationContext) => LoadRequest)[] = [
  (scene) => ({ url: agentUrl(scene, '/people/per_nobody'), token: scene.environment.apiKey, expects: 404 }),
  (scene) => ({ url: agentUrl(scene, '/people'), token: 'a key of nobody', expects: 401 }),
  (scene) => ({ url: agentUrl(scene, '/people?sort=height'), token: scene.environment.apiKey, expects: 422 }),
  (scene) => ({
    url: agentUrl(scene, '/people'),
    method: 'POST',
    token: scene.environment.apiKey,
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
    url: `${environment.gateway.gateway}/providers/${fixtures.harbour.sms}`,
    method: 'POST',
    body: { type: 'message', id: 'forged', from: '+12025550143', text: 'Nobody has signed this' },
    expects: 401,
  }),
]

export const refusedOperations: LoadOperation[] = [
  {
    name: 'refused',
    weight: 3,
    run: async (scene) => {
      await scene.call(pick(wrong, scene.random)(scene))
      return undefined
    },
  },
]
