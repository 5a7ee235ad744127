import type { AgentFact } from './facts.ts'
import type { AgentGoals } from './goals.ts'
import type { AgentGuardrails } from './guardrails.ts'
import type { AgentIdentity } from './identity.ts'
import type { IntegrationDef } from './integrations.ts'
import type { AgentLocation } from './locations/location.ts'
import type { MessageTemplate } from './message-templates/message-template.ts'
import type { NotificationsConfig } from './notifications.ts'
import type { AgentObjective } from './objectives.ts'
import type { AutomatedOutreach, Outreach, SendingSettings } from './outreach/outreach.ts'
import type { Sequence } from './outreach/sequences.ts'
import type { PeopleField } from './people-fields.ts'
import type { AgentPersonality } from './personality.ts'
import type { AgentPlaybook } from './playbooks/playbook.ts'
import type { DerivedFrom } from './provenance.ts'
import type { AgentRule } from './rules.ts'
import type { SchedulingConfig } from './scheduling.ts'
import type { AgentCollection } from './things/collection.ts'
import type { AgentThing } from './things/thing.ts'
import type { ToolBinding } from './tool-bindings.ts'

/** The agent's name, the country of its national phone numbers, and the agent template applied last. */
export type AgentProfile = { name: string; description?: string; defaultCountry?: string; templateRef?: DerivedFrom }

/** An agent's whole configuration as one immutable value; every route shows a part of it. */
export type AgentDefinition = {
  agent: AgentProfile
  identity: AgentIdentity
  personality: AgentPersonality | null
  objectives: AgentObjective[]
  goals: AgentGoals
  playbooks: AgentPlaybook[]
  standingInstructions: string[]
  guardrails: AgentGuardrails
  rules: AgentRule[]
  messageTemplates: MessageTemplate[]
  toolBindings: ToolBinding[]
  things: AgentThing[]
  collections: AgentCollection[]
  facts: AgentFact[]
  peopleFields: PeopleField[]
  locations: AgentLocation[]
  scheduling: SchedulingConfig
  notifications: NotificationsConfig
  integrations: IntegrationDef[]
  outreaches: Outreach[]
  automatedOutreach: AutomatedOutreach[]
  sequences: Sequence[]
  sendingSettings: SendingSettings
}

export type SectionName = keyof AgentDefinition

/** The path of each section in an export, in export order. */
export const sectionPaths = {
  agent: ['agent'],
  identity: ['identity'],
  personality: ['personality'],
  objectives: ['objectives'],
  goals: ['goals'],
  playbooks: ['playbooks'],
  standingInstructions: ['standingInstructions'],
  guardrails: ['guardrails'],
  rules: ['rules'],
  messageTemplates: ['messageTemplates'],
  toolBindings: ['toolBindings'],
  things: ['capabilities', 'knowledge', 'things'],
  collections: ['capabilities', 'knowledge', 'collections'],
  facts: ['capabilities', 'knowledge', 'facts'],
  peopleFields: ['capabilities', 'people', 'fields'],
  locations: ['capabilities', 'locations'],
  scheduling: ['capabilities', 'scheduling'],
  notifications: ['capabilities', 'notifications'],
  integrations: ['integrations', 'custom'],
  outreaches: ['outreach', 'outreaches'],
  automatedOutreach: ['outreach', 'automated'],
  sequences: ['outreach', 'sequences'],
  sendingSettings: ['outreach', 'settings'],
} as const satisfies Record<SectionName, readonly string[]>

export const sectionNames = Object.keys(sectionPaths) as SectionName[]

/** Sections that an export leaves out while they are empty, so that agents without them look as they always did. */
export const sectionsOmittedWhenEmpty: ReadonlySet<SectionName> = new Set<SectionName>(['locations'])

/** Creates the definition of a new agent, which can reply at once with one plain playbook. */
export function createDefinition(name: string): AgentDefinition {
  return {
    agent: { name },
    identity: {},
    personality: null,
    objectives: [],
    goals: { goals: [] },
    playbooks: [firstPlaybook(name)],
    standingInstructions: [],
    guardrails: {},
    rules: [],
    messageTemplates: [],
    toolBindings: [],
    things: [],
    collections: [],
    facts: [],
    peopleFields: [],
    locations: [],
    scheduling: { representatives: [] },
    notifications: {},
    integrations: [],
    outreaches: [],
    automatedOutreach: [],
    sequences: [],
    sendingSettings: {},
  }
}

function firstPlaybook(name: string): AgentPlaybook {
  return {
    id: 'general',
    name: 'General',
    description: 'Replies to everything; every agent starts with it.',
    whenToUse: 'Whenever no other playbook fits better.',
    body:
      `You are the assistant of ${name}. Greet people briefly, find out what they need, and help with what you know ` +
      'from your facts, things and sources. When you do not know something, say so and offer the contact options. ' +
      'Never invent prices, dates or promises.',
    uses: ['scheduling', 'people', 'notify'],
    isDefault: true,
  }
}
