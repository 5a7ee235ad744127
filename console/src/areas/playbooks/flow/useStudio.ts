import { type AgentFlow, parseFlow, type StepKey } from '@parley/definition'
import { useMemo, useState } from 'react'
import { words } from '#words/playbooks.ts'
import type { AgentParts } from '../../../parts/aml/agent-content.ts'
import { useAgentParts } from '../../../parts/aml/useAgentParts.ts'
import type { Finding } from '../../../parts/Findings.tsx'
import { tell } from '../../../parts/tell.tsx'
import { type Playbook, type Surroundings, useSurroundings } from '../data.ts'
import type { OpenPlaybook } from '../edit/usePlaybook.ts'
import { removed } from './model/edits.ts'
import { flowOf } from './model/graph.ts'
import { lintHere } from './model/lint.ts'
import { withNewStep } from './model/new-step.ts'
import { type FlowDocument, useFlowDocument } from './useFlowDocument.ts'

/** All that the parts of the flow editor share. */
export type Studio = {
  document: FlowDocument
  findings: readonly Finding[]
  playbookId: string
  playbooks: readonly Playbook[]
  uses: readonly string[]
  parts: AgentParts
  around: Surroundings
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

export function useStudio({ id, editor, playbooks }: OpenPlaybook, flow: AgentFlow): Studio {
  const { form, readOnly } = editor
  const document = useFlowDocument({ flow, broken: form.values.brokenFlow }, (draft) =>
    form.setValues({ flow: draft.flow, brokenFlow: draft.broken }),
  )
  const parts = useAgentParts()
  const { around, isRead } = useSurroundings()
  const [selected, select] = useState<string>()
  const [editing, setEditing] = useState<string>()
  const { uses, body } = form.values
  const { graph } = document
  const findings = useMemo(() => {
    const { templates } = parts
    const { integrations, peopleFields } = around
    const known = { playbookId: id, uses, body, templates, playbooks, integrations, peopleFields }
    const parsed = parseFlow(flowOf(graph), 'flow')
    if (!parsed.ok) return parsed.findings
    return isRead ? lintHere(parsed.flow, known) : []
  }, [graph, parts, around, isRead, id, uses, body, playbooks])
  return {
    document,
    findings,
    playbookId: id,
    playbooks,
    uses,
    parts,
    around,
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
      const { graph: grown, key } = withNewStep(graph, kind, after, { playbookId: id, playbooks, uses })
      document.edit(grown)
      select(key)
      setEditing(key)
    },
    remove(key) {
      const at = graph.nodes.findIndex((node) => node.key === key)
      const left = removed(graph, key)
      if (left === graph) {
        tell.done(words.flow.lastStays)
        return
      }
      document.edit(left)
      setEditing(undefined)
      select(left.nodes[Math.min(at, left.nodes.length - 1)]?.key)
    },
    nameOf: (playbookId) => playbooks.find((one) => one.id === playbookId)?.name ?? playbookId,
  }
}
