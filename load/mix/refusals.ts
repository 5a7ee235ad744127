import { type Asked, agentUrl, type Kind, pick, type Scene } from './scene.ts'

/** Calls that are refused, each as it must be. */
const wrong: ((scene: Scene) => Asked)[] = [
  (scene) => ({ url: agentUrl(scene, '/people/per_nobody'), token: scene.stage.apiKey, expects: 404 }),
  (scene) => ({ url: agentUrl(scene, '/people'), token: 'a key of nobody', expects: 401 }),
  (scene) => ({ url: agentUrl(scene, '/people?sort=height'), token: scene.stage.apiKey, expects: 422 }),
  (scene) => ({
    url: agentUrl(scene, '/people'),
    method: 'POST',
    token: scene.stage.apiKey,
    body: { shoeSize: 44 },
    expects: 422,
  }),
  ({ stage }) => ({
    url: `${stage.gateway.gateway}/v4/messages`,
    method: 'POST',
    token: 'a token of nobody',
    body: { userId: 'usr_1', messages: [] },
    expects: 401,
  }),
  ({ stage, setting }) => ({
    url: `${stage.gateway.gateway}/providers/${setting.harbour.sms}`,
    method: 'POST',
    body: { type: 'message', id: 'forged', from: '+12025550143', text: 'Nobody has signed this' },
    expects: 401,
  }),
]

export const refusalKinds: Kind[] = [
  {
    name: 'refused',
    weight: 3,
    act: async (scene) => {
      await scene.call(pick(wrong, scene.random)(scene))
      return undefined
    },
  },
]
