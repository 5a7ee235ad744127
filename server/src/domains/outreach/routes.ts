import {
  type AgentDefinition,
  AutomatedOutreach,
  AutomatedOutreachCreate,
  AutomatedOutreachPatch,
  AutomatedOutreachPut,
  addOutreach,
  addRule,
  findOutreach,
  findRule,
  OutreachCreate,
  OutreachPatch,
  OutreachPut,
  type OutreachReferrer,
  patchOutreach,
  patchRule,
  putOutreach,
  putRule,
  remembered,
  removeOutreach,
  removeRule,
  SendingSettings,
  ShownOutreach,
  shownOutreach,
  shownRule,
} from '@parley/definition'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey, Route } from '../../platform/http/route.ts'
import { listOf } from '../../platform/http/schemas.ts'
import { type Definitions, sections } from '../agents/index.ts'

const { itemRoutes, readPart, writePart } = sections

const settings = {
  path: '/settings/sending',
  tag: 'Sending settings',
  answer: SendingSettings,
  show: ({ sendingSettings }: AgentDefinition) => sendingSettings,
}

// Kept as they came, listed newest first, like everything whose order is not the operator's own.
const shownAll = remembered((definition: AgentDefinition) => ({
  data: definition.outreaches.map((outreach) => shownOutreach(definition, outreach)).reverse(),
}))
const rules = remembered((automatedOutreach: AutomatedOutreach[]) => ({
  data: automatedOutreach.map(shownRule).reverse(),
}))

/** Who names an Outreach from beyond the definition, further right. */
export type OutreachUsers = (tx: Db, agent: AgentKey, outreachId: string) => Promise<OutreachReferrer[]>

/** The configuration of Outreach: three sections of the agent's definition. */
export function outreachRoutes(definitions: Definitions, users?: OutreachUsers): Route[] {
  return [
    readPart(definitions, {
      path: '/outreach',
      tag: 'Outreach',
      summary: 'List the Outreaches',
      answer: listOf(ShownOutreach),
      show: shownAll,
    }),
    ...itemRoutes(definitions, {
      path: '/outreach',
      param: 'outreachId',
      tag: 'Outreach',
      noun: 'an Outreach',
      answer: ShownOutreach,
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
    readPart(definitions, {
      path: '/automated-outreach',
      tag: 'Automated Outreach',
      summary: 'List the rules that send an Outreach by themselves',
      answer: listOf(AutomatedOutreach),
      show: ({ automatedOutreach }) => rules(automatedOutreach),
    }),
    ...itemRoutes(definitions, {
      path: '/automated-outreach',
      param: 'ruleId',
      tag: 'Automated Outreach',
      noun: 'a rule',
      answer: AutomatedOutreach,
      problems: [],
      find: findRule,
      create: { body: AutomatedOutreachCreate, edit: addRule },
      put: { body: AutomatedOutreachPut, edit: putRule },
      patch: { body: AutomatedOutreachPatch, edit: patchRule },
      remove: removeRule,
    }),
    readPart(definitions, { ...settings, summary: 'Read the sending settings' }),
    writePart(definitions, {
      ...settings,
      method: 'PUT',
      summary: 'Replace the sending settings',
      body: SendingSettings,
      edit: (definition, sendingSettings) => ({ ...definition, sendingSettings }),
    }),
  ]
}
