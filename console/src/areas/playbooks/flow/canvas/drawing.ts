import { kindOf } from '@parley/definition'
import { type Edge, MarkerType } from '@xyflow/react'
import { words } from '#words/playbooks.ts'
import { done, edgesOf, type FlowGraph, start } from '../model/graph.ts'
import { type Place, sizeOf } from '../model/layout.ts'
import { findingsByStep } from '../model/lint.ts'
import { keyOf, summaryOf } from '../model/summary.ts'
import type { Trial } from '../sim/trial.ts'
import type { Studio } from '../useStudio.ts'
import type { PillFlowNode, StepFlowNode } from './StepNode.tsx'

const { flow: said } = words

export type CanvasNode = StepFlowNode | PillFlowNode
type Spot = { x: number; y: number }

/** The nodes of a flow where they stand; what was dragged stays where it was put. */
export function nodesOf(
  { document: { graph }, findings, nameOf, readOnly, selected }: Studio,
  places: ReadonlyMap<string, Place>,
  dragged: ReadonlyMap<string, Spot>,
  trial: Trial,
): CanvasNode[] {
  const byStep = findingsByStep(findings)
  const spotOf = (key: string): Spot => {
    const { x, y } = dragged.get(key) ?? places.get(key) ?? { x: 0, y: 0 }
    return { x, y }
  }
  const steps = graph.nodes.map(({ key, step }, at): StepFlowNode => {
    const summary = summaryOf(step, nameOf)
    const own = byStep.get(at) ?? []
    const lit = trial.waitsAt === at ? 'waits' : trial.passed.includes(at) ? 'passed' : undefined
    const parts = [said.step(at + 1, said.kinds[keyOf(step)], summary)]
    if (own.length > 0) parts.push(said.findings(own.length))
    if (lit) parts.push(said[lit])
    return {
      id: key,
      type: 'step',
      position: spotOf(key),
      ...sizeOf(step),
      ariaLabel: parts.join(', '),
      selected: key === selected,
      deletable: false,
      data: { step, summary, findings: own, goesOn: kindOf(step).leads(step).on, readOnly, ...(lit && { trial: lit }) },
    }
  })
  return [...steps, ...pillsOf(graph, places, spotOf)]
}

function pillsOf(
  { head }: FlowGraph,
  places: ReadonlyMap<string, Place>,
  spotOf: (key: string) => Spot,
): PillFlowNode[] {
  return [start, done].flatMap((key): PillFlowNode[] => {
    const place = places.get(key)
    if (!place) return []
    const isStart = key === start
    const label = isStart ? said.start : said.ends[head.onComplete ?? 'return']
    return [
      {
        id: key,
        type: 'pill',
        position: spotOf(key),
        width: place.width,
        height: place.height,
        ariaLabel: label,
        focusable: false,
        selectable: false,
        deletable: false,
        data: { label, isStart },
      },
    ]
  })
}

export function drawnEdges(graph: FlowGraph, trial: Trial, readOnly: boolean): Edge[] {
  const taken = new Set(trial.fresh.map((at) => graph.nodes[at]?.key))
  return edgesOf(graph).map(({ from, port, to }) => ({
    id: `${from} ${port}`,
    source: from,
    target: to,
    sourceHandle: port,
    type: 'smoothstep',
    focusable: false,
    deletable: !readOnly && port !== 'next',
    selectable: !readOnly && port !== 'next',
    animated: taken.has(from) && (taken.has(to) || graph.nodes[trial.waitsAt ?? -1]?.key === to),
    markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16 },
  }))
}
