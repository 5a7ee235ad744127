import type { AgentFlow } from '@parley/definition'
import type { Schema } from '@parley/sdk'
import type { AgentPlaybook } from '../playbook-data.ts'

export type ExampleLine = { role: 'user' | 'agent'; content: string }
export type GoalAssignment = Schema<'GoalAssignment'>

/** A playbook as it is edited: every field is there, empty ones too. */
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
  /** A text of the flow that is none yet: it can be gone on with, and not be saved. */
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

/** What a PUT takes: what is empty is left out, and a flow that is gone is said to be. */
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

/** The playbooks of a document in which one is as it is edited. */
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
