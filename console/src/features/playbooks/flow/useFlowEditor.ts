import { type AgentFlow, isSameValue, parseFlow, type StepKey } from '@parley/definition'
import { useEffect, useMemo, useState } from 'react'
import { strings } from '#i18n/flow.ts'
import {
  type AgentContentData,
  createExampleValues,
  useAgentContentData,
} from '../../../components/aml/agent-content.ts'

import type { Finding } from '../../../components/Findings.tsx'
import { notify } from '../../../components/notify.tsx'
import type { OpenPlaybook } from '../edit/usePlaybook.ts'
import { type AgentPlaybook, type PlaybookReferences, usePlaybookReferences } from '../playbook-data.ts'

import { type EditHistory, recordEdit, redoEdit, startHistory, undoEdit } from './model/edit-history.ts'
import { lintFlowDraft, parseFlowText, printFlow, type TextProblem } from './model/flow-draft.ts'
import { type FlowEditorGraph, toAgentFlow, toFlowGraph } from './model/flow-graph.ts'
import { addStep, findPlaceForStep, removeStep } from './model/graph-edits.ts'
import {
  type FlowVerificationState,
  toLintFinding,
  useFlowVerification,
  type VerifiedFlow,
} from './verify/useFlowVerification.ts'

/** One flow, edited as a graph and as text: a change to one updates the other. */
type FlowDocument = {
  graph: FlowEditorGraph
  flow: AgentFlow
  text: string
  /** Syntax errors of the text; the graph shows the last valid version. */
  problems: readonly TextProblem[]
  edit: (graph: FlowEditorGraph, group?: string) => void
  write: (text: string) => void
  undo?: () => void
  redo?: () => void
}

/** The draft to store: the last valid flow, and its text while that does not parse. */
type FlowDraft = { flow: AgentFlow; broken: string | null }

function useFlowDocument({ flow, broken }: FlowDraft, change: (draft: FlowDraft) => void): FlowDocument {
  const [history, setHistory] = useState<EditHistory<FlowEditorGraph>>(() => startHistory(toFlowGraph(flow)))
  const [text, setText] = useState(() => broken ?? printFlow(flow))
  const now = history.now
  const problems = useMemo(() => parseProblems(broken), [broken])
  const show = (next: EditHistory<FlowEditorGraph>) => {
    setHistory(next)
    setText(printFlow(toAgentFlow(next.now)))
  }
  const take = (next: EditHistory<FlowEditorGraph>) => {
    show(next)
    change({ flow: toAgentFlow(next.now), broken: null })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only external changes, by a discard or by another editor
  useEffect(() => {
    if (!isSameValue(toAgentFlow(now), flow)) show(recordEdit(history, toFlowGraph(flow, now)))
    else if (broken === null && parseProblems(text).length > 0) show(history)
  }, [flow, broken])
  return {
    graph: now,
    flow: toAgentFlow(now),
    text,
    problems,
    edit: (graph, group) => take(recordEdit(history, graph, group)),
    write(written) {
      setText(written)
      const read = parseFlowText(written)
      if (!read.ok) return change({ flow, broken: written })
      if (isSameValue(toAgentFlow(now), read.flow)) return change({ flow, broken: null })
      setHistory(recordEdit(history, toFlowGraph(read.flow, now), 'text'))
      change({ flow: read.flow, broken: null })
    },
    ...(history.past.length > 0 && { undo: () => take(undoEdit(history)) }),
    ...(history.future.length > 0 && { redo: () => take(redoEdit(history)) }),
  }
}

function parseProblems(text: string | null): readonly TextProblem[] {
  const read = text === null ? undefined : parseFlowText(text)
  return read === undefined || read.ok ? none : read.problems
}

const none: readonly TextProblem[] = []

export type FlowEditorState = {
  document: FlowDocument
  /** Of lint and of verification. */
  findings: readonly Finding[]
  verification: FlowVerificationState
  playbookId: string
  playbooks: readonly AgentPlaybook[]
  uses: readonly string[]
  contentData: AgentContentData
  references: PlaybookReferences
  readOnly: boolean
  /** The step to which keys and new steps apply. */
  selected: string | undefined
  select: (key: string | undefined) => void
  /** The step in the form next to the graph. */
  editing: string | undefined
  /** Grows whenever a step is opened; `isFocused` if the form then takes the focus. */
  opened: { times: number; isFocused: boolean }
  openStep: (key: string, options?: { focus: boolean }) => void
  close: () => void
  /** Adds a step after the given one, or where it is meant. `startNode` stands for the start. */
  add: (kind: StepKey, after?: string) => void
  remove: (key: string) => void
  nameOf: (playbookId: string) => string
}

type OpenStep = Pick<FlowEditorState, 'selected' | 'select' | 'editing' | 'opened' | 'openStep' | 'close'>

/** The chosen step, and the one in the form. */
function useOpenStep(): OpenStep {
  const [selected, select] = useState<string>()
  const [editing, setEditing] = useState<string>()
  const [opened, setOpened] = useState({ times: 0, isFocused: false })
  return {
    selected,
    select,
    editing,
    opened,
    openStep(key, { focus } = { focus: true }) {
      select(key)
      setEditing(key)
      setOpened(({ times }) => ({ times: times + 1, isFocused: focus }))
    },
    close: () => setEditing(undefined),
  }
}

export function useFlowEditor({ id, editor, playbooks }: OpenPlaybook, flow: AgentFlow): FlowEditorState {
  const { form, readOnly } = editor
  const document = useFlowDocument({ flow, broken: form.values.brokenFlow }, (draft) =>
    form.setValues({ flow: draft.flow, brokenFlow: draft.broken }),
  )
  const contentData = useAgentContentData()
  const { around: references, isRead } = usePlaybookReferences()
  const open = useOpenStep()
  const { selected, select, close, openStep } = open
  const { uses, body } = form.values
  const { graph } = document
  const findings = useMemo(() => {
    const { templates } = contentData
    const { integrations, peopleFields, locations } = references
    const known = { playbookId: id, uses, body, templates, playbooks, integrations, peopleFields, locations }
    const parsed = parseFlow(toAgentFlow(graph), 'flow')
    if (!parsed.ok) return parsed.findings
    return isRead ? lintFlowDraft(parsed.flow, known) : []
  }, [graph, contentData, references, isRead, id, uses, body, playbooks])
  const flowOf = useMemo<VerifiedFlow['flowOf']>(() => {
    const own = toAgentFlow(graph)
    return (one) => (one === id ? own : (playbooks.find((other) => other.id === one)?.flow as AgentFlow | undefined))
  }, [graph, id, playbooks])
  const { locations, timezone } = references
  const verified = { playbookId: id, flowOf, agent: createExampleValues(contentData), locations, timezone }
  const isValid = document.problems.length === 0 && findings.every(({ severity }) => severity !== 'error')
  const verification = useFlowVerification(verified, isRead && isValid)
  const all = useMemo(() => {
    const own = verification.report?.findings.filter(({ playbookId }) => playbookId === id) ?? []
    return isValid && !verification.isRunning ? [...findings, ...own.map(toLintFinding)] : findings
  }, [findings, verification, isValid, id])
  return {
    document,
    findings: all,
    verification,
    playbookId: id,
    playbooks,
    uses,
    contentData,
    references,
    readOnly,
    ...open,
    add(kind, after = findPlaceForStep(graph, selected)) {
      const { graph: grown, key } = addStep(graph, kind, after, { playbookId: id, playbooks, uses })
      document.edit(grown)
      openStep(key)
    },
    remove(key) {
      const at = graph.nodes.findIndex((node) => node.key === key)
      const left = removeStep(graph, key)
      if (left === graph) {
        notify.success(strings.flow.lastStays)
        return
      }
      document.edit(left)
      close()
      select(left.nodes[Math.min(at, left.nodes.length - 1)]?.key)
    },
    nameOf: (playbookId) => playbooks.find((one) => one.id === playbookId)?.name ?? playbookId,
  }
}
