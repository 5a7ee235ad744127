import { slug } from '@parley/findings'
import type { Db } from '../../platform/db/database.ts'
import { invalidRequest, problem } from '../../platform/http/problem.ts'
import { agentRoute, type OrgKey, orgRoute, type Route, RouteResponse } from '../../platform/http/route.ts'
import { listSchema } from '../../platform/http/schemas.ts'
import { CostQuery, ModelCosts, readModelCosts } from './costs.ts'
import type { ModelRouteDeps } from './deps.ts'
import { checkBaseUrl, keepsKey, listBuiltInModels, ModelTest, maxModels, OrgModel, OrgModelPut } from './model.ts'
import { toModelSource } from './plan.ts'
import {
  countModels,
  deleteOrgModel,
  findOrgModel,
  findStoredModels,
  type KeyChange,
  listOrgModels,
  lockForPut,
  lockOrgModel,
  storeOrgModel,
} from './queries/org-models.ts'
import { findModelReferrers, findModelSettings, lockModelSettings } from './queries/settings.ts'
import { modelKeyAad } from './re-encrypt.ts'
import { AgentModelSettings, writeModelSettings } from './settings.ts'

const tag = 'Models'
const read = { role: 'viewer', scope: 'agents:read', tag } as const
const write = { role: 'editor', scope: 'agents:write', tag } as const
const admin = { role: 'admin', scope: 'agents:write', tag } as const

export function modelRoutes(deps: ModelRouteDeps): Route[] {
  return [...readRoutes(deps), putRoute(deps), deleteRoute(deps), testRoute(deps), ...settingsRoutes(deps), costsRoute]
}

function readRoutes({ choices }: ModelRouteDeps): Route[] {
  const builtIn = listBuiltInModels(choices)
  return [
    orgRoute({
      ...read,
      limited: true,
      method: 'GET',
      path: '/models',
      summary: 'List the models that the agents of the org can use',
      description: '`embedded` and, where MODEL is set, `default` are always there.',
      response: listSchema(OrgModel),
      handle: async ({ tx, org }) => ({ data: [...builtIn, ...(await listOrgModels(tx, org))] }),
    }),
    orgRoute({
      ...read,
      limited: true,
      method: 'GET',
      path: '/models/:modelId',
      summary: 'Read a model',
      response: OrgModel,
      find: async ({ tx, org, params: { modelId } }) =>
        builtIn.find(({ id }) => id === modelId) ?? (await findOrgModel(tx, org, modelId)),
      handle: async ({ found }) => found,
    }),
  ]
}

/** `default` is reserved also where MODEL is not set. */
function refuseBuiltIn(modelId: string): void {
  if (modelId === 'embedded' || modelId === 'default')
    throw problem('resource.conflict', 409, {
      detail: `The model ${modelId} is part of the installation and read-only`,
    })
}

function putRoute({ keyring, allowPrivateNetwork }: ModelRouteDeps): Route {
  return orgRoute({
    ...admin,
    method: 'PUT',
    path: '/models/:modelId',
    summary: 'Create or replace a model',
    description:
      'The key is encrypted and never shown again. It stays if `apiKey` is left out and the provider and the address are the same. ' +
      `An org has at most ${maxModels} models.`,
    body: OrgModelPut,
    response: OrgModel,
    otherResponses: { 201: 'The model was created.' },
    problems: ['resource.conflict'],
    find: async ({ tx, org, params: { modelId } }) => {
      refuseBuiltIn(modelId)
      return { before: await lockForPut(tx, org, modelId) }
    },
    handle: async ({ tx, org, params: { modelId }, found: { before }, body, world }) => {
      if (!slug.safeParse(modelId).success)
        throw invalidRequest([
          { field: 'modelId', message: 'must be a slug: lower-case letters, digits, hyphens, 1 to 64 characters' },
        ])
      checkBaseUrl(body, allowPrivateNetwork)
      if (before) await checkBudgetCurrency(tx, org, modelId, body)
      else if ((await countModels(tx, org)) >= maxModels)
        throw problem('resource.conflict', 409, { detail: `An org has at most ${maxModels} models` })
      const seal = (key: string) => keyring.encrypt(key, modelKeyAad(org, modelId))
      const key = selectKeyChange(body, before, seal)
      const stored = await storeOrgModel(tx, org, modelId, { body, key, now: world.now() })
      return before ? stored : new RouteResponse(201, stored)
    },
  })
}

function selectKeyChange(
  { apiKey, ...body }: OrgModelPut,
  before: OrgModel | undefined,
  seal: (key: string) => Buffer,
) {
  if (typeof apiKey === 'string') return seal(apiKey)
  const isKept: boolean = apiKey === undefined && before !== undefined && keepsKey(before, body)
  return (isKept ? undefined : null) satisfies KeyChange
}

/** Budgets in another currency would no longer count this model. */
async function checkBudgetCurrency(tx: Db, org: OrgKey, modelId: string, { price }: OrgModelPut): Promise<void> {
  if (!price) return
  const referrers = await findModelReferrers(tx, org, modelId)
  const other = referrers.find(
    ({ field, budgetCurrency }) =>
      (field === 'modelId' || field === 'fallbackModelIds') && budgetCurrency && budgetCurrency !== price.currency,
  )
  if (!other) return
  const message = `must be ${other.budgetCurrency}, the currency of the budget of ${other.name}`
  throw invalidRequest([{ field: 'price.currency', message }])
}

function deleteRoute(_: ModelRouteDeps): Route {
  return orgRoute({
    ...admin,
    method: 'DELETE',
    path: '/models/:modelId',
    summary: 'Delete a model that no agent uses',
    problems: ['resource.conflict', 'resource.in_use'],
    find: async ({ tx, org, params: { modelId } }) => {
      refuseBuiltIn(modelId)
      return lockOrgModel(tx, org, modelId)
    },
    handle: async ({ tx, org, found }) => {
      const referrers = await findModelReferrers(tx, org, found.id)
      if (referrers.length > 0) {
        const detail = `The agent “${referrers[0]?.name}” uses the model ${found.id}`
        const listed = referrers.map(({ agentId, name, field }) => ({ agentId, name, field }))
        throw problem('resource.in_use', 409, { detail, referrers: listed })
      }
      await deleteOrgModel(tx, org, found.id)
    },
  })
}

function testRoute({ choices, keyring, testModel }: ModelRouteDeps): Route {
  const builtIn = listBuiltInModels(choices)
  return orgRoute({
    ...admin,
    method: 'POST',
    path: '/models/:modelId/_test',
    summary: 'Ask a model a short question, now',
    description: 'The call is real and costs a few tokens. A failed call is a response with `ok: false`.',
    response: ModelTest,
    transaction: false,
    audited: false,
    find: async ({ tx, org, params: { modelId } }) => {
      if (builtIn.some(({ id }) => id === modelId)) return { modelId }
      const [stored] = await findStoredModels(tx, org, [modelId])
      return stored && toModelSource(org, stored, keyring)
    },
    handle: ({ found }) => testModel(found),
  })
}

function settingsRoutes({ choices }: ModelRouteDeps): Route[] {
  const builtIn = listBuiltInModels(choices)
  return [
    agentRoute({
      ...read,
      method: 'GET',
      path: '/settings/model',
      summary: 'Read which models the agent uses',
      response: AgentModelSettings,
      handle: async ({ tx, agent }) => (await findModelSettings(tx, agent)) ?? {},
    }),
    agentRoute({
      ...write,
      method: 'PUT',
      path: '/settings/model',
      summary: 'Choose which models the agent uses',
      description:
        "Replaces the settings; an empty object returns to the installation's models. The currency of the budget must be that of the models' prices.",
      body: AgentModelSettings,
      response: AgentModelSettings,
      find: ({ tx, agent }) => lockModelSettings(tx, agent),
      handle: ({ tx, agent, body, world }) =>
        writeModelSettings(tx, agent, { settings: body, builtIn, now: world.now() }),
    }),
  ]
}

const costsRoute = agentRoute({
  ...read,
  tag: 'Usage',
  method: 'GET',
  path: '/usage/costs',
  summary: "Sum the calls, tokens and costs of the agent's models",
  description: 'By UTC day, model or playbook; at most 400 days. Rehearsals and tests are not counted.',
  query: CostQuery,
  response: ModelCosts,
  handle: ({ tx, agent, query, world }) => readModelCosts(tx, agent, query, world.now()),
})
