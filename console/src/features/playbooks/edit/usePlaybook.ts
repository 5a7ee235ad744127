import type { AgentFlow } from '@parley/definition'
import type { Schema } from '@parley/sdk'
import { useMemo } from 'react'
import { strings } from '#i18n/flow.ts'
import { useLint, useLiveLint } from '../../../api/lint.ts'
import { useAgent } from '../../../app/current-org.ts'
import { type Editor, useEditor } from '../../../components/editor/useEditor.ts'
import type { Finding } from '../../../components/Findings.tsx'
import { type AgentPlaybook, useInvalidatePlaybooks, usePlaybooks } from '../playbook-data.ts'

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

export type OpenPlaybook = {
  id: string
  editor: Editor<PlaybookDraft>
  playbooks: readonly AgentPlaybook[]
  saved: AgentPlaybook | undefined
  findings: readonly Finding[]
  /** The playbook's path for the linter, such as `playbooks[2]`. */
  at: string
}

const none: readonly AgentPlaybook[] = []

export function usePlaybook(id: string): OpenPlaybook {
  const agent = useAgent()
  const forget = useInvalidatePlaybooks()
  const { data: playbooks = none } = usePlaybooks()
  const path = { playbookId: id }
  const editor = useEditor<PlaybookDraft>({
    key: agent.key('playbooks', id),
    read: (signal) => agent.api.raw('GET', '/playbooks/{playbookId}', { path, signal }),
    write: async (draft, headers) => {
      if (draft.brokenFlow !== null) throw new Error(strings.flow.brokenSave)
      return agent.api.raw('PUT', '/playbooks/{playbookId}', { path, body: toPlaybookBody(draft), headers })
    },
    toForm: (answer: AgentPlaybook) => toPlaybookDraft(answer),
    onSaved: forget,
  })
  const { values } = editor.form
  const index = playbooks.findIndex((one) => one.id === id)
  const changed = useMemo(
    () => ({ playbooks: editor.ready && index >= 0 ? replacePlaybook(playbooks, id, values) : playbooks }),
    [playbooks, values, id, editor.ready, index],
  )
  const asSaved = useLint()
  const live = useLiveLint(changed, editor.ready && !editor.readOnly && index >= 0)
  const findings = editor.readOnly ? asSaved : live
  return { id, editor, playbooks, saved: playbooks[index], findings, at: `playbooks[${index}]` }
}
