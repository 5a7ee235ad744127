import { names } from '../setting.ts'
import { eventOf } from '../world.ts'
import { agentUrl, type Kind, pick, type Scene } from './scene.ts'

const read = async (scene: Scene, url: string): Promise<undefined> => {
  await scene.call({ url, token: scene.stage.apiKey })
}
const reads =
  (path: (scene: Scene) => string): Kind['act'] =>
  (scene) =>
    read(scene, agentUrl(scene, path(scene)))
const ofOrg =
  (path: string): Kind['act'] =>
  (scene) =>
    read(scene, `${scene.stage.api.origin}/v1/orgs/demo${path}`)

/** Somebody new; the org's webhook hears of them. */
const add: Kind['act'] = async (scene) => {
  const { stage, call, next } = scene
  const body = { fullName: `${pick(names, scene.random)} Newcomer${next()}`, tags: ['new'] }
  const made = await call({ url: agentUrl(scene, '/people'), method: 'POST', token: stage.apiKey, body, expects: 201 })
  const happened = stage.world.arrivals.expect(eventOf('person.created', String(made.id)))
  return { name: 'told to the webhook', happened }
}

const change: Kind['act'] = async (scene) => {
  const { stage, setting, call, random, next } = scene
  const url = agentUrl(scene, `/people/${pick(setting.people, random).personId}`)
  await call({ url, method: 'PATCH', token: stage.apiKey, body: { company: `Company ${next() % 500}` } })
  return undefined
}

export const recordKinds: Kind[] = [
  { name: 'people listed', weight: 4, act: reads(() => '/people?limit=50&sort=-lastSeenAt') },
  { name: 'people searched', weight: 5, act: reads(({ random }) => `/people?limit=20&q=${pick(names, random)}`) },
  {
    name: 'person read',
    weight: 8,
    act: reads(({ setting, random }) => `/people/${pick(setting.people, random).personId}`),
  },
  { name: 'person added', weight: 3, act: add },
  { name: 'person changed', weight: 4, act: change },
  { name: 'agent read', weight: 3, act: reads(() => '') },
  { name: 'messages read', weight: 3, act: reads(() => '/messages?limit=50') },
  { name: 'conversations read', weight: 1, act: reads(() => '/conversations?limit=50') },
  { name: 'usage read', weight: 1, act: reads(() => '/usage?interval=hour') },
  { name: 'attention read', weight: 0.5, act: ofOrg('/attention') },
]
