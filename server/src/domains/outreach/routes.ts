import {
  type AgentDefinition,
  AutomatedOutreach,
  AutomatedOutreachCreate,
  AutomatedOutreachPatch,
  AutomatedOutreachPut,
  addAutomatedOutreach,
  addOutreach,
  findAutomatedOutreach,
  findOutreach,
  memoize,
  OutreachCreate,
  OutreachPatch,
  OutreachPut,
  type OutreachReferrer,
  OutreachResponse,
  patchAutomatedOutreach,
  patchOutreach,
  putAutomatedOutreach,
  putOutreach,
  removeAutomatedOutreach,
  removeOutreach,
  SendingSettings,
  serializeAutomatedOutreach,
  serializeOutreach,
} from '@parley/definition'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey, Route } from '../../platform/http/route.ts'
import { listSchema } from '../../platform/http/schemas.ts'
import { type Definitions, sectionRoutes } from '../agents/index.ts'

const { itemRoutes, readSectionRoute, writeSectionRoute } = sectionRoutes

const settings = {
  path: '/settings/sending',
  isInDrafts: false,
  tag: 'Sending settings',
  response: SendingSettings,
  show: ({ sendingSettings }: AgentDefinition) => sendingSettings,
}

// Stored in creation order and listed newest first, like every list that the operator does not order.
const serializeOutreaches = memoize((definition: AgentDefinition) => ({
  data: definition.outreaches.map((outreach) => serializeOutreach(definition, outreach)).reverse(),
}))
const serializeRules = memoize((automatedOutreach: AutomatedOutreach[]) => ({
  data: automatedOutreach.map(serializeAutomatedOutreach).reverse(),
}))

/** Finds references to an Outreach from outside the definition, supplied by other domains. */
export type FindOutreachReferrers = (tx: Db, agent: AgentKey, outreachId: string) => Promise<OutreachReferrer[]>

/** Routes for the Outreach configuration: three sections of the agent's definition. */
export function outreachRoutes(definitions: Definitions, users?: FindOutreachReferrers): Route[] {
  return [
    readSectionRoute(definitions, {
      path: '/outreach',
      tag: 'Outreach',
      summary: 'List the Outreaches',
      response: listSchema(OutreachResponse),
      show: serializeOutreaches,
    }),
    ...itemRoutes(definitions, {
      path: '/outreach',
      param: 'outreachId',
      tag: 'Outreach',
      noun: 'an Outreach',
      response: OutreachResponse,
      problems: [
        'agent.outreach.not_found',
        'agent.outreach.in_use',
        'agent.playbook.uses_unknown',
        'agent.playbook.flow_invalid',
        'goal.unknown',
      ],
      find: findOutreach,
      create: { body: OutreachCreate, edit: addOutreach },
      put: { body: OutreachPut, edit: putOutreach },
      patch: { body: OutreachPatch, edit: patchOutreach },
      holders: users,
      remove: removeOutreach,
    }),
    readSectionRoute(definitions, {
      path: '/automated-outreach',
      tag: 'Automated Outreach',
      summary: 'List the rules that send an Outreach automatically',
      response: listSchema(AutomatedOutreach),
      show: ({ automatedOutreach }) => serializeRules(automatedOutreach),
    }),
    ...itemRoutes(definitions, {
      path: '/automated-outreach',
      param: 'ruleId',
      tag: 'Automated Outreach',
      noun: 'a rule',
      response: AutomatedOutreach,
      problems: [],
      find: findAutomatedOutreach,
      create: { body: AutomatedOutreachCreate, edit: addAutomatedOutreach },
      put: { body: AutomatedOutreachPut, edit: putAutomatedOutreach },
      patch: { body: AutomatedOutreachPatch, edit: patchAutomatedOutreach },
      remove: removeAutomatedOutreach,
    }),
    readSectionRoute(definitions, { ...settings, summary: 'Read the sending settings' }),
    writeSectionRoute(definitions, {
      ...settings,
      method: 'PUT',
      summary: 'Replace the sending settings',
      body: SendingSettings,
      edit: (definition, sendingSettings) => ({ ...definition, sendingSettings }),
    }),
  ]
}
