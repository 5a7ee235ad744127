import { type AgentDefinition, memoize, type ToolBinding } from '@parley/definition'
import { withReadOnlyFields } from '@parley/findings'
import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { invalidRequest, notFound } from '../../../platform/http/problem.ts'
import { type AgentKey, agentRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import type { CatalogTool } from '../../catalogs/index.ts'
import type { LockedDefinition } from '../definition/definitions.ts'
import type { AgentDeps } from '../deps.ts'
import { type SecretChanges, SecretState, type SecretStates, toolSecretName } from '../secrets/secrets.ts'
import { listMissingRequirements, type ToolGrants } from '../tools/availability.ts'
import { findConfigErrors, secretFields, splitConfig, type ToolConfig } from '../tools/tool-config.ts'
import { readAccess, writeAccess, writeProblems } from './section.ts'

const tag = 'Tool bindings'

const Binding = z
  .strictObject({
    toolId: z.string(),
    config: z.record(z.string(), z.unknown()),
    enabled: z.boolean(),
    secrets: z.record(z.string(), SecretState),
    configStatus: z.strictObject({ complete: z.boolean(), missing: z.array(z.string()) }),
  })
  .meta({
    id: 'ToolBinding',
    examples: [
      {
        toolId: '@svc/tool.slack-webhook',
        config: {},
        enabled: true,
        secrets: { webhookUrl: { set: true, last4: '9f3c' } },
        configStatus: { complete: true, missing: [] },
      },
    ],
  })

const BindingBody = withReadOnlyFields(
  {
    toolId: z.string().optional().meta({ description: 'If present, must be the tool in the path.' }),
    config: z.record(z.string(), z.unknown()),
    enabled: z.boolean().optional(),
  },
  ['secrets', 'configStatus'],
).meta({ id: 'ToolBindingBody', examples: [{ config: {} }] })

const BindingPatch = withReadOnlyFields(
  {
    toolId: z.string().optional(),
    config: z.record(z.string(), z.unknown()).optional(),
    enabled: z.boolean().optional(),
  },
  ['secrets', 'configStatus'],
).meta({ id: 'ToolBindingPatch', examples: [{ enabled: false }] })

type BindingFacts = { states: SecretStates; grants: ToolGrants }

/** Reads the grants only if one of the tools needs one. */
async function readFacts(
  { secrets, catalog, readToolGrants }: AgentDeps,
  { tx, agent }: { tx: Db; agent: AgentKey },
  bindings: readonly ToolBinding[],
): Promise<BindingFacts> {
  const needsGrant = bindings.some(({ toolId }) => catalog.find('tools', toolId)?.oauth)
  const states = await secrets.states(tx, agent)
  return { states, grants: needsGrant ? await readToolGrants(tx, agent) : noGrants }
}
const noGrants: ToolGrants = { toolIds: [], connections: {}, providers: [] }

function serializeBinding(
  binding: ToolBinding,
  tool: CatalogTool | undefined,
  { states, grants }: BindingFacts,
): z.input<typeof Binding> {
  const fields = tool ? secretFields(tool) : []
  const secrets = Object.fromEntries(fields.map((field) => [field, states.of(toolSecretName(binding.toolId, field))]))
  const facts = { isSecretSet: (name: string) => states.of(name).set, grants }
  const missing = tool ? listMissingRequirements(tool, binding, facts) : []
  return { ...binding, secrets, configStatus: { complete: missing.length === 0, missing } }
}

export function toolBindingRoutes(deps: AgentDeps): Route[] {
  return [
    ...readRoutes(deps),
    writeRoute(deps, 'PUT', 'Bind a tool, or replace its configuration', BindingBody),
    writeRoute(deps, 'PATCH', 'Merge into the configuration of a tool', BindingPatch),
    removeRoute(deps),
    switchRoute(deps, 'enable'),
    switchRoute(deps, 'disable'),
  ]
}

function readRoutes(deps: AgentDeps): Route[] {
  const { definitions, catalog } = deps
  const serializeAll = (bindings: ToolBinding[], facts: BindingFacts) => ({
    data: bindings.map((binding) => serializeBinding(binding, catalog.find('tools', binding.toolId), facts)),
  })
  const serializeWithoutGrants = memoize((bindings: ToolBinding[]) =>
    memoize((states: SecretStates) => serializeAll(bindings, { states, grants: noGrants })),
  )
  return [
    agentRoute({
      ...readAccess,
      tag,
      method: 'GET',
      path: '/tool-bindings',
      summary: 'List the tools that are bound',
      response: listSchema(Binding),
      handle: async ({ tx, agent }) => {
        const { toolBindings } = await definitions.read(tx, agent)
        const facts = await readFacts(deps, { tx, agent }, toolBindings)
        if (facts.grants !== noGrants) return serializeAll(toolBindings, facts)
        return serializeWithoutGrants(toolBindings)(facts.states)
      },
    }),
    agentRoute({
      ...readAccess,
      tag,
      method: 'GET',
      path: '/tool-bindings/:toolId',
      summary: 'Read the binding of a tool',
      response: Binding,
      handle: async ({ tx, agent, params }) => {
        const binding = findBinding(await definitions.read(tx, agent), params.toolId)
        return serializeBinding(
          binding,
          catalog.find('tools', params.toolId),
          await readFacts(deps, { tx, agent }, [binding]),
        )
      },
    }),
  ]
}

function findBinding({ toolBindings }: AgentDefinition, toolId: string): ToolBinding {
  const binding = toolBindings.find((one) => one.toolId === toolId)
  if (!binding) throw notFound()
  return binding
}

type BindingChange = z.output<typeof BindingPatch>

function writeRoute(deps: AgentDeps, method: 'PUT' | 'PATCH', summary: string, body: z.ZodType<BindingChange>): Route {
  const { definitions, secrets, catalog } = deps
  return agentRoute({
    ...writeAccess,
    tag,
    method,
    path: '/tool-bindings/:toolId',
    summary,
    description:
      'Write-only config fields are stored separately: a string stores one, null clears it, and omitting it keeps it.',
    body,
    response: Binding,
    problems: writeProblems,
    find: async ({ tx, agent, params }) => {
      const locked = await definitions.lock(tx, agent)
      const known = catalog.find('tools', params.toolId) && (method === 'PUT' || isBound(locked, params.toolId))
      return known ? locked : undefined
    },
    handle: async ({ tx, agent, found, params, body, world }) => {
      const { toolId } = params
      const tool = catalog.find('tools', toolId) as CatalogTool
      const sent = readConfig(tool, body)
      const stored = found.definition.toolBindings.find((one) => one.toolId === toolId)
      const config = method === 'PATCH' ? mergeConfig(stored?.config ?? {}, sent.open) : sent.open
      const binding = { toolId, config, enabled: body.enabled ?? stored?.enabled ?? true }
      const edit = (definition: AgentDefinition) => withBinding(definition, binding)
      await secrets.change(tx, agent, secretChangesOf(toolId, sent.secret), world)
      await definitions.write(tx, agent, { locked: found, edit, world, pathStyle: 'item' })
      return serializeBinding(binding, tool, await readFacts(deps, { tx, agent }, [binding]))
    },
  })
}

const isBound = (locked: LockedDefinition | undefined, toolId: string): boolean =>
  locked?.definition.toolBindings.some((one) => one.toolId === toolId) ?? false

function readConfig(
  tool: CatalogTool,
  { toolId, config = {} }: BindingChange,
): { open: ToolConfig; secret: ToolConfig } {
  if (toolId !== undefined && toolId !== tool.id) {
    throw invalidRequest([{ field: 'toolId', message: 'must be the tool in the path, or omitted' }])
  }
  const faults = findConfigErrors(tool, withoutCleared(config))
  if (faults.length > 0) throw invalidRequest(faults)
  return splitConfig(tool, config)
}

/** In a merge, null removes a field, whatever its type. */
const withoutCleared = (config: ToolConfig): ToolConfig =>
  Object.fromEntries(Object.entries(config).filter(([, value]) => value !== null))

function mergeConfig(stored: ToolConfig, sent: ToolConfig): ToolConfig {
  return withoutCleared({ ...stored, ...sent })
}

/** A secret that is not a string is stored as JSON. */
function secretChangesOf(toolId: string, secret: ToolConfig): SecretChanges {
  const entries = Object.entries(secret).map(([field, value]): [string, string | null] => [
    toolSecretName(toolId, field),
    value === null || typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return Object.fromEntries(entries)
}

function withBinding(definition: AgentDefinition, binding: ToolBinding): AgentDefinition {
  const others = definition.toolBindings.some(({ toolId }) => toolId === binding.toolId)
  const toolBindings = others
    ? definition.toolBindings.map((one) => (one.toolId === binding.toolId ? binding : one))
    : [...definition.toolBindings, binding]
  return { ...definition, toolBindings }
}

function removeRoute({ definitions }: AgentDeps): Route {
  return agentRoute({
    ...writeAccess,
    tag,
    method: 'DELETE',
    path: '/tool-bindings/:toolId',
    summary: 'Unbind a tool and delete its secrets',
    problems: writeProblems,
    find: ({ tx, agent }) => definitions.lock(tx, agent),
    handle: async ({ tx, agent, found, params, world }) => {
      findBinding(found.definition, params.toolId)
      const edit = (definition: AgentDefinition) => ({
        ...definition,
        toolBindings: definition.toolBindings.filter(({ toolId }) => toolId !== params.toolId),
      })
      await definitions.write(tx, agent, { locked: found, edit, world })
    },
  })
}

function switchRoute(deps: AgentDeps, verb: 'enable' | 'disable'): Route {
  const { definitions, catalog } = deps
  return agentRoute({
    ...writeAccess,
    tag,
    method: 'POST',
    path: `/tool-bindings/:toolId/_${verb}`,
    summary: verb === 'enable' ? 'Enable a bound tool' : 'Disable a bound tool',
    response: Binding,
    problems: writeProblems,
    guardedBy: '',
    find: ({ tx, agent }) => definitions.lock(tx, agent),
    handle: async ({ tx, agent, found, params, world }) => {
      const toolId = (params as { toolId: string }).toolId
      const binding = { ...findBinding(found.definition, toolId), enabled: verb === 'enable' }
      const edit = (definition: AgentDefinition) => withBinding(definition, binding)
      await definitions.write(tx, agent, { locked: found, edit, world })
      return serializeBinding(binding, catalog.find('tools', toolId), await readFacts(deps, { tx, agent }, [binding]))
    },
  })
}
