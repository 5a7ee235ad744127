import type { AgentFlow } from '@parley/definition'
import type { Schema } from '@parley/sdk'
import type { AgentPlaybook } from '../playbook-data.ts'

export type ExampleLine = { role: 'user' | 'agent'; content: string }
export type GoalAssignment = Schema<'GoalAssignment'>

/** Form values of a playbook: every field is present, even if empty. */
export type PlaybookDraft = {
  name: string
  description: string
  whenToUse: string
  body: string
  examples: ExampleLine[][]
  toolRefs: string[]
  messageTemplateRefs: string[]
  uses: string[]
  goal: GoalAssignment | null
  flow: AgentFlow | null
  /** Flow text that does not parse yet: it can be edited further but not saved. */
  brokenFlow: string | null
}

export function toPlaybookDraft(playbook: AgentPlaybook): PlaybookDraft {
  const { name, description = '', whenToUse = '', body, examples = [], toolRefs = [], uses } = playbook
  const { messageTemplateRefs = [], goal = null, flow = null } = playbook
  return {
    name,
    description,
    whenToUse,
    body,
    examples,
    toolRefs,
    messageTemplateRefs,
    uses,
    goal,
    flow: flow as AgentFlow | null,
    brokenFlow: null,
  }
}

/** Request body for PUT: empty fields are omitted, and a removed flow is sent explicitly. */
export function toPlaybookBody(draft: PlaybookDraft): Schema<'PlaybookPut'> {
  const { name, description, whenToUse, body, examples, toolRefs, messageTemplateRefs, uses, goal, flow } = draft
  return {
    name,
    ...(description !== '' && { description }),
    ...(whenToUse !== '' && { whenToUse }),
    body,
    ...(examples.length > 0 && { examples }),
    ...(toolRefs.length > 0 && { toolRefs }),
    ...(messageTemplateRefs.length > 0 && { messageTemplateRefs }),
    uses,
    ...(goal && { goal }),
    flow,
  }
}

/** Returns the document's playbooks with one replaced by its draft. */
export function replacePlaybook(
  playbooks: readonly AgentPlaybook[],
  id: string,
  draft: PlaybookDraft,
): AgentPlaybook[] {
  const { flow, ...body } = toPlaybookBody(draft)
  return playbooks.map((one) => {
    if (one.id !== id) return one
    const { isDefault, outreachId, derivedFrom } = one
    const identity = { id, isDefault, ...(outreachId && { outreachId }), ...(derivedFrom && { derivedFrom }) }
    return { ...identity, ...body, ...(flow !== null && { flow }) } as AgentPlaybook
  })
}
