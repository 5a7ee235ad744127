import { type AgentFlow, sameValue } from '@parley/definition'
import { useEffect, useState } from 'react'
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

export function useFlowDocument(flow: AgentFlow, change: (flow: AgentFlow) => void): FlowDocument {
  const [history, setHistory] = useState<History<FlowGraph>>(() => begun(graphOf(flow)))
  const [text, setText] = useState(() => printFlow(flow))
  const [problems, setProblems] = useState<readonly TextProblem[]>([])
  const now = history.now
  const show = (next: History<FlowGraph>) => {
    setHistory(next)
    setText(printFlow(flowOf(next.now)))
    setProblems([])
  }
  const take = (next: History<FlowGraph>) => {
    show(next)
    change(flowOf(next.now))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what comes from elsewhere, by a discard or another's edit
  useEffect(() => {
    if (!sameValue(flowOf(now), flow)) show(did(history, graphOf(flow, now)))
  }, [flow])
  return {
    graph: now,
    flow: flowOf(now),
    text,
    problems,
    edit: (graph, group) => take(did(history, graph, group)),
    write(written) {
      setText(written)
      const read = readFlow(written)
      setProblems(read.ok ? [] : read.problems)
      if (!read.ok || sameValue(flowOf(now), read.flow)) return
      setHistory(did(history, graphOf(read.flow, now), 'text'))
      change(read.flow)
    },
    ...(history.past.length > 0 && { undo: () => take(undone(history)) }),
    ...(history.future.length > 0 && { redo: () => take(redone(history)) }),
  }
}
