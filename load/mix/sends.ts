import { agentUrl, type LoadOperation, type OperationContext } from './operation-context.ts'

const known = 2_000

/** Every fourth goes to somebody whom nobody knew. */
const newNumber = ({ random, next }: OperationContext) =>
  `+1202${random() < 0.25 ? 8_000_000 + (next() % 1_000_000) : 7_000_000 + Math.floor(random() * known)}`

let turn = 0

async function ask(scene: OperationContext, { key, address }: { key: string; address: string }): Promise<unknown> {
  const { fixtures, call } = scene
  const answer = await call({
    url: agentUrl(scene, '/outreach/spring/sends'),
    method: 'POST',
    // In turn: each may ask for so many a second.
    token: fixtures.sendKeys[turn++ % fixtures.sendKeys.length],
    body: { recipient: { channel: 'rcs', address }, inputs: { n: key }, idempotencyKey: key },
    expects: 202,
  })
  return answer.status
}

const send: LoadOperation['run'] = async (scene) => {
  const key = `send ${scene.next()}`
  const happened = scene.environment.world.arrivals.expect(`Number ${key}`)
  happened.catch(() => {})
  const status = await ask(scene, { key, address: newNumber(scene) })
  if (status !== 'queued') throw new Error(`a send is ${status}`)
  return { name: 'handed over', happened }
}

/** As though nobody had heard the answer. */
const repeat: LoadOperation['run'] = async (scene) => {
  const asked = { key: `repeated ${scene.next()}`, address: newNumber(scene) }
  await ask(scene, asked)
  const status = await ask(scene, asked)
  if (status !== 'duplicate') throw new Error(`a repeated send is ${status}`)
  return undefined
}

export const sendOperations: LoadOperation[] = [
  { name: 'named send', weight: 6, run: send },
  { name: 'named send, repeated', weight: 0.5, run: repeat },
  {
    name: 'sends listed',
    weight: 1,
    run: async (scene) => {
      await scene.call({ url: agentUrl(scene, '/outreach/sends?limit=50'), token: scene.environment.apiKey })
      return undefined
    },
  },
]
