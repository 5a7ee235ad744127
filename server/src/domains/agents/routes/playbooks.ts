import {
  type AgentDefinition,
  AgentPlaybook,
  addPlaybook,
  findPlaybook,
  importPlaybook,
  memoize,
  PlaybookCreate,
  PlaybookPatch,
  PlaybookPut,
  patchPlaybook,
  putPlaybook,
  removePlaybook,
  setDefaultPlaybook,
} from '@parley/definition'
import { verificationCodes } from '@parley/flow'
import { z } from 'zod'
import { problem } from '../../../platform/http/problem.ts'
import { agentRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import type { AgentDeps } from '../deps.ts'
import { verifyFlowOf } from '../verify-flows.ts'
import { FlowBrief, GeneratedFlow } from './generated-flow.ts'
import { itemRoutes } from './item.ts'
import { readAccess, readSectionRoute, templateImportRoute, writeAccess, writeProblems } from './section.ts'

const tag = 'Playbooks'
const list = memoize((playbooks: AgentPlaybook[]) => ({ data: playbooks }))
const showAll = ({ playbooks }: AgentDefinition) => list(playbooks)
const problems = [
  'agent.playbook.uses_unknown',
  'agent.playbook.flow_invalid',
  'goal.unknown',
  'resource.conflict',
] as const

export function playbookRoutes(deps: AgentDeps): Route[] {
  const { definitions, catalog } = deps
  return [
    readSectionRoute(definitions, {
      path: '/playbooks',
      tag,
      summary: 'List the playbooks in order',
      response: listSchema(AgentPlaybook),
      show: showAll,
    }),
    ...itemRoutes(definitions, {
      path: '/playbooks',
      param: 'playbookId',
      tag,
      noun: 'a playbook',
      response: AgentPlaybook,
      problems,
      find: findPlaybook,
      create: { body: PlaybookCreate, edit: addPlaybook },
      put: { body: PlaybookPut, edit: putPlaybook },
      patch: { body: PlaybookPatch, edit: patchPlaybook },
      remove: removePlaybook,
    }),
    templateImportRoute(definitions, {
      path: '/playbooks/import',
      tag,
      summary: 'Import a playbook from the catalog',
      response: listSchema(AgentPlaybook),
      find: (id) => catalog.find('playbook-templates', id),
      edit: importPlaybook,
      show: showAll,
    }),
    setDefaultRoute(deps),
    generateRoute(deps),
    flowVerificationRoute(deps),
  ]
}

function setDefaultRoute({ definitions }: AgentDeps): Route {
  return agentRoute({
    ...writeAccess,
    configuration: 'write',
    tag,
    method: 'POST',
    path: '/playbooks/:playbookId/_setDefault',
    summary: 'Make a playbook the default',
    response: AgentPlaybook,
    problems: [...writeProblems, 'resource.conflict'],
    guardedBy: '',
    find: ({ tx, agent }) => definitions.lock(tx, agent),
    handle: async ({ tx, agent, found, params, world }) => {
      const edit = (definition: AgentDefinition) => setDefaultPlaybook(definition, params.playbookId)
      return findPlaybook(await definitions.write(tx, agent, { locked: found, edit, world }), params.playbookId)
    },
  })
}

/** Requires a model that can write flows; the embedded one cannot. */
function generateRoute({ definitions, generateFlow }: AgentDeps): Route {
  return agentRoute({
    ...writeAccess,
    configuration: 'read',
    tag,
    method: 'POST',
    path: '/playbooks/:playbookId/flow:generate',
    summary: 'Generate a flow from the body of a playbook',
    description: 'Nothing is saved: to accept the flow, PUT or PATCH the playbook.',
    transaction: false,
    audited: false,
    // An invalid body is a 400 here, not a 422, so the handler validates it.
    body: z.unknown().meta({ id: 'FlowBrief', examples: [{ brief: 'Ask for the email address.' }] }),
    response: GeneratedFlow,
    problems: ['agent.flow.authoring_unavailable', 'agent.flow.authoring_unreachable'],
    find: async ({ tx, agent, params }) => {
      const definition = await definitions.read(tx, agent)
      const playbook = definition.playbooks.find(({ id }) => id === params.playbookId)
      return playbook && { definition, playbook }
    },
    handle: async ({ agent, body = {}, found }) => {
      const read = FlowBrief.safeParse(body)
      if (!read.success) {
        throw problem('request.malformed', 400, {
          detail: 'The body accepts brief, uses (a list of strings) and model',
        })
      }
      const { model, ...wish } = read.data
      return generateFlow(agent, { ...found, ...wish }, model)
    },
  })
}

const Finding = z.object({
  code: z.enum(verificationCodes),
  severity: z.enum(['error', 'warning']),
  playbookId: z
    .string()
    .meta({ description: 'The playbook whose flow has the fault: this one, or one that it leads to.' }),
  path: z.string().meta({ description: 'Relative to the flow of that playbook.' }),
  message: z.string(),
  counterexample: z
    .object({
      turns: z.array(z.unknown()),
      stubs: z.record(z.string(), z.unknown()).optional(),
      person: z.record(z.string(), z.unknown()).optional(),
      needsChangingResults: z.boolean().optional(),
    })
    .meta({
      description:
        'A conversation that shows the fault: `turns` and `scenario.stubs` of a test case. `person` is what must be on file, by path. Without turns if the fault is that something never happens.',
    }),
})

const Verification = z
  .object({
    complete: z.boolean().meta({ description: 'False if the search reached 100,000 states or 5 seconds.' }),
    states: z.int(),
    milliseconds: z.int(),
    findings: z.array(Finding),
  })
  .meta({
    id: 'FlowVerification',
    examples: [
      {
        complete: true,
        states: 12,
        milliseconds: 3,
        findings: [
          {
            code: 'dead_end',
            severity: 'error',
            playbookId: 'general',
            path: 'steps[4]',
            message: 'is the last step on this way, and the flow has no end or handoff after it',
            counterexample: { turns: ['Hello', 'Boat'] },
          },
        ],
      },
    ],
  })

/** Explores every way through the flow of a playbook. Nothing is stored. */
function flowVerificationRoute({ definitions }: AgentDeps): Route {
  return agentRoute({
    ...readAccess,
    tag: 'Playbooks',
    configuration: 'read',
    method: 'POST',
    path: '/playbooks/:playbookId/flow/verify',
    summary: 'Verify the flow of a playbook',
    description:
      'Explores every way through the flow and the flows that it calls or hands over to: each choice, each side of each condition, unclear replies, and tools that succeed or fail. A playbook without a flow has no findings.',
    transaction: false,
    audited: false,
    response: Verification,
    find: async ({ tx, agent, params }) => {
      const definition = await definitions.read(tx, agent)
      return definition.playbooks.some(({ id }) => id === params.playbookId) ? definition : undefined
    },
    handle: ({ found, params, world }) => verifyFlowOf(found, params.playbookId, world.now()),
  })
}
