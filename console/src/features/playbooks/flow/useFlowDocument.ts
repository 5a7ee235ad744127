import { type AgentFlow, isSameValue } from '@parley/definition'
import { useEffect, useMemo, useState } from 'react'
import { type EditHistory, recordEdit, redoEdit, startHistory, undoEdit } from './model/edit-history.ts'
import { type FlowEditorGraph, toAgentFlow, toFlowGraph } from './model/flow-graph.ts'
import { parseFlowText, printFlow, type TextProblem } from './model/flow-text.ts'

/** One flow, edited as a graph and as text: whichever is changed, the other follows. */
export type FlowDocument = {
  graph: FlowEditorGraph
  flow: AgentFlow
  text: string
  /** Where the text is broken; the graph is the last that could be read. */
  problems: readonly TextProblem[]
  edit: (graph: FlowEditorGraph, group?: string) => void
  write: (text: string) => void
  undo?: () => void
  redo?: () => void
}

/** What is kept of it: the flow as it was last whole, and its text while it is none. */
export type FlowDraft = { flow: AgentFlow; broken: string | null }

export function useFlowDocument({ flow, broken }: FlowDraft, change: (draft: FlowDraft) => void): FlowDocument {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: what comes from elsewhere, by a discard or another's edit
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
