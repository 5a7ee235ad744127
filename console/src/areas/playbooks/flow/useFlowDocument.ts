import { type AgentFlow, sameValue } from '@parley/definition'
import { useEffect, useMemo, useState } from 'react'
import { type FlowGraph, flowOf, graphOf } from './model/graph.ts'
import { begun, did, type History, redone, undone } from './model/history.ts'
import { printFlow, readFlow, type TextProblem } from './model/text.ts'

/** One flow, edited as a graph and as text: whichever is changed, the other follows. */
export type FlowDocument = {
  graph: FlowGraph
  flow: AgentFlow
  text: string
  /** Where the text is broken; the graph is the last that could be read. */
  problems: readonly TextProblem[]
  edit: (graph: FlowGraph, group?: string) => void
  write: (text: string) => void
  undo?: () => void
  redo?: () => void
}

/** What is kept of it: the flow as it was last whole, and its text while it is none. */
export type FlowDraft = { flow: AgentFlow; broken: string | null }

export function useFlowDocument({ flow, broken }: FlowDraft, change: (draft: FlowDraft) => void): FlowDocument {
  const [history, setHistory] = useState<History<FlowGraph>>(() => begun(graphOf(flow)))
  const [text, setText] = useState(() => broken ?? printFlow(flow))
  const now = history.now
  const problems = useMemo(() => problemsOf(broken), [broken])
  const show = (next: History<FlowGraph>) => {
    setHistory(next)
    setText(printFlow(flowOf(next.now)))
  }
  const take = (next: History<FlowGraph>) => {
    show(next)
    change({ flow: flowOf(next.now), broken: null })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what comes from elsewhere, by a discard or another's edit
  useEffect(() => {
    if (!sameValue(flowOf(now), flow)) show(did(history, graphOf(flow, now)))
    else if (broken === null && problemsOf(text).length > 0) show(history)
  }, [flow, broken])
  return {
    graph: now,
    flow: flowOf(now),
    text,
    problems,
    edit: (graph, group) => take(did(history, graph, group)),
    write(written) {
      setText(written)
      const read = readFlow(written)
      if (!read.ok) return change({ flow, broken: written })
      if (sameValue(flowOf(now), read.flow)) return change({ flow, broken: null })
      setHistory(did(history, graphOf(read.flow, now), 'text'))
      change({ flow: read.flow, broken: null })
    },
    ...(history.past.length > 0 && { undo: () => take(undone(history)) }),
    ...(history.future.length > 0 && { redo: () => take(redone(history)) }),
  }
}

function problemsOf(text: string | null): readonly TextProblem[] {
  const read = text === null ? undefined : readFlow(text)
  return read === undefined || read.ok ? none : read.problems
}

const none: readonly TextProblem[] = []
