import { LruCache } from '@parley/findings'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Keyring } from '../../../platform/secrets/keyring.ts'
import type { World } from '../../../platform/world.ts'
import {
  defaultModelId,
  embeddedModelId,
  type ModelPlan,
  type ModelPrice,
  type ModelSource,
  type ModelTest,
  readModelPlan,
} from '../../models/index.ts'
import { createEmbeddedModel } from './embedded/embedded-model.ts'
import { type Model, ModelError } from './model.ts'
import { type AuthorModelFactory, createAuthorFactory, createLazyModel, type Models } from './models.ts'
import { withPrice } from './price.ts'

/** A model that may answer a turn. */
export type TurnModel = { modelId: string; model: Model; price?: ModelPrice }

export type TurnModels = {
  /** Asked in this order; never empty. */
  models: readonly TurnModel[]
  /** What the spent budget of the agent changed. */
  spent?: ModelPlan['spent']
  /** False for the embedded model of an agent that chose none: its calls cost nothing and are not counted. */
  isCounted: boolean
}

/** The model that reviews a conversation. Its answers say what they cost. */
export type ReviewModel = Pick<TurnModel, 'modelId' | 'model'> & Pick<TurnModels, 'isCounted'>

/** The models that each agent uses: those of its settings, or else the installation's. */
export type AgentModels = {
  /** Settings are read only if there are any. */
  forTurn(agent: AgentKey, given?: { hasSettings: boolean }): Promise<TurnModels>
  /** Judges tests. Its answers say what they cost; a spent budget changes nothing, because tests do not count. */
  forJudge(agent: AgentKey): Promise<Model>
  /** Reviews real conversations: a spent budget applies, and the calls count towards it. */
  forReview(agent: AgentKey): Promise<ReviewModel>
  /** Undefined if the agent's model cannot write flows or test cases. Its answers say what they cost. */
  forAuthor(agent: AgentKey): Promise<AuthorModelFactory | undefined>
  test(source: ModelSource): Promise<ModelTest>
}

export type AgentModelDeps = {
  db: Db
  keyring: Keyring
  world: World
  /** Blocks private networks: the addresses are the tenants'. */
  fetch: typeof fetch
}

const maxCached = 1000

export function createAgentModels(installation: Models, deps: AgentModelDeps): AgentModels {
  const { world, fetch } = deps
  const reach = { fetch, now: () => world.now() }
  const embedded = createEmbeddedModel()
  const cache = new LruCache<string, { version?: number; model: Model }>(maxCached)
  const readPlan = (agent: AgentKey) => readModelPlan(agent, world.now(), deps)

  function open(agent: AgentKey, { modelId, choice, version }: ModelSource): Model {
    if (!choice) return modelId === defaultModelId ? installation.turn : embedded
    const key = `${agent.orgId}/${modelId}`
    const known = cache.get(key)
    if (known && known.version === version) return known.model
    const model = createLazyModel(choice, reach)
    cache.set(key, { version, model })
    return model
  }

  return {
    async forTurn(agent, { hasSettings } = { hasSettings: true }) {
      const plan = hasSettings ? await readPlan(agent) : undefined
      const { turn } = installation
      const modelId = turn.name.provider === 'embedded' ? embeddedModelId : defaultModelId
      if (!plan) return { models: [{ modelId, model: turn }], isCounted: modelId !== embeddedModelId }
      const models = plan.turn.map((source) => ({
        // Without MODEL, the model of the installation is the embedded one.
        modelId: source.modelId === defaultModelId ? modelId : source.modelId,
        model: open(agent, source),
        ...(source.price && { price: source.price }),
      }))
      return { models, isCounted: true, ...(plan.spent && { spent: plan.spent }) }
    },
    forJudge: async (agent) => openJudge(agent, (await readPlan(agent))?.judge),
    async forReview(agent) {
      const plan = await readPlan(agent)
      const source = plan?.spent === undefined || plan.spent === 'warn' ? plan?.judge : plan.turn[0]
      const model = openJudge(agent, source)
      const isEmbedded = model.name.provider === 'embedded'
      const { modelId: named = defaultModelId } = source ?? {}
      const modelId = named === defaultModelId && isEmbedded ? embeddedModelId : named
      return { modelId, model, isCounted: source !== undefined || !isEmbedded }
    },
    async forAuthor(agent) {
      const source = (await readPlan(agent))?.author
      if (!source || source.modelId === defaultModelId) return installation.author
      const { choice, price } = source
      const author = choice && createAuthorFactory(choice, reach)
      return author && ((named) => pricedAuthor(author(named), { price, of: choice.model }))
    },
    test: (source) => testModel(source.choice ? createLazyModel(source.choice, reach) : openBuiltIn(source)),
  }

  function openJudge(agent: AgentKey, source: ModelSource | undefined): Model {
    if (!source) return installation.judge
    return withPrice(open(agent, source), source.price)
  }

  function openBuiltIn({ modelId }: ModelSource): Model {
    return modelId === defaultModelId ? installation.turn : embedded
  }
}

/** The price is that of the configured model; another one that the caller names has none. */
const pricedAuthor = (model: Model | undefined, { price, of }: { price?: ModelPrice; of: string }) =>
  model && withPrice(model, model.name.model === of ? price : undefined)

const testMilliseconds = 20_000
const hints = { kind: 'summary', lines: [{ role: 'person', text: 'Hello' }], notes: [] } as const

/** Asks for one word. The detail comes from us: it contains no internal names and nothing of the key. */
async function testModel(model: Model): Promise<ModelTest> {
  const startedAt = performance.now()
  const took = () => Math.round(performance.now() - startedAt)
  try {
    await model.answer({
      purpose: 'summary',
      sections: [{ name: 'task', text: 'This is a test of the connection. Answer with one word: OK.' }],
      messages: [{ role: 'user', text: 'Hello' }],
      hints: { ...hints, lines: [...hints.lines], notes: [] },
      withinMilliseconds: testMilliseconds,
      signal: new AbortController().signal,
    })
    return { ok: true, milliseconds: took() }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    const [first = '', ...rest] = error.message
    return { ok: false, milliseconds: took(), detail: `${first.toUpperCase()}${rest.join('')}.` }
  }
}
