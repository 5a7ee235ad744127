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
import { z } from 'zod'
import { problem } from '../../../platform/http/problem.ts'
import { agentRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import type { AgentDeps } from '../deps.ts'
import { flowVerificationRoute } from './flow-verification.ts'
import { FlowBrief, GeneratedFlow } from './generated-flow.ts'

import { itemRoutes } from './item.ts'
import { readSectionRoute, templateImportRoute, writeAccess, writeProblems } from './section.ts'

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
