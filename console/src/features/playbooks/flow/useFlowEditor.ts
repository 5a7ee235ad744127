import { type AgentFlow, parseFlow, type StepKey } from '@parley/definition'
import { useMemo, useState } from 'react'
import { strings } from '#i18n/playbooks.ts'
import type { AgentContentData } from '../../../components/aml/agent-content.ts'
import { useAgentContentData } from '../../../components/aml/useAgentContentData.ts'
import type { Finding } from '../../../components/Findings.tsx'
import { notify } from '../../../components/notify.tsx'
import type { OpenPlaybook } from '../edit/usePlaybook.ts'
import { type AgentPlaybook, type PlaybookReferences, usePlaybookReferences } from '../playbook-data.ts'
import { addStep } from './model/add-step.ts'
import { toAgentFlow } from './model/flow-graph.ts'
import { removeStep } from './model/graph-edits.ts'
import { lintFlowDraft } from './model/lint-flow-draft.ts'
import { type FlowDocument, useFlowDocument } from './useFlowDocument.ts'

/** All that the parts of the flow editor share. */
export type FlowEditorState = {
  document: FlowDocument
  findings: readonly Finding[]
  playbookId: string
  playbooks: readonly AgentPlaybook[]
  uses: readonly string[]
  contentData: AgentContentData
  references: PlaybookReferences
  readOnly: boolean
  /** The step that keys and new steps refer to. */
  selected: string | undefined
  select: (key: string | undefined) => void
  /** The step whose fields are shown. */
  editing: string | undefined
  openStep: (key: string) => void
  close: () => void
  add: (kind: StepKey, after?: string) => void
  remove: (key: string) => void
  nameOf: (playbookId: string) => string
}

export function useFlowEditor({ id, editor, playbooks }: OpenPlaybook, flow: AgentFlow): FlowEditorState {
  const { form, readOnly } = editor
  const document = useFlowDocument({ flow, broken: form.values.brokenFlow }, (draft) =>
    form.setValues({ flow: draft.flow, brokenFlow: draft.broken }),
  )
  const contentData = useAgentContentData()
  const { around: references, isRead } = usePlaybookReferences()
  const [selected, select] = useState<string>()
  const [editing, setEditing] = useState<string>()
  const { uses, body } = form.values
  const { graph } = document
  const findings = useMemo(() => {
    const { templates } = contentData
    const { integrations, peopleFields } = references
    const known = { playbookId: id, uses, body, templates, playbooks, integrations, peopleFields }
    const parsed = parseFlow(toAgentFlow(graph), 'flow')
    if (!parsed.ok) return parsed.findings
    return isRead ? lintFlowDraft(parsed.flow, known) : []
  }, [graph, contentData, references, isRead, id, uses, body, playbooks])
  return {
    document,
    findings,
    playbookId: id,
    playbooks,
    uses,
    contentData,
    references,
    readOnly,
    selected,
    select,
    editing,
    openStep: (key) => {
      select(key)
      setEditing(key)
    },
    close: () => setEditing(undefined),
    add(kind, after = selected ?? graph.nodes.at(-1)?.key) {
      const { graph: grown, key } = addStep(graph, kind, after, { playbookId: id, playbooks, uses })
      document.edit(grown)
      select(key)
      setEditing(key)
    },
    remove(key) {
      const at = graph.nodes.findIndex((node) => node.key === key)
      const left = removeStep(graph, key)
      if (left === graph) {
        notify.success(strings.flow.lastStays)
        return
      }
      document.edit(left)
      setEditing(undefined)
      select(left.nodes[Math.min(at, left.nodes.length - 1)]?.key)
    },
    nameOf: (playbookId) => playbooks.find((one) => one.id === playbookId)?.name ?? playbookId,
  }
}
