import { getStepKind, type StepKey } from '@parley/definition'
import { type Edge, MarkerType } from '@xyflow/react'
import { strings } from '#i18n/flow.ts'
import { strings as proof } from '#i18n/proof.ts'
import type { FlowHeat } from '../coverage/flow-coverage.ts'
import { groupFindingsByStep } from '../model/flow-draft.ts'
import {
  doneNode,
  type FlowEditorGraph,
  flowEdgesOf,
  startNode,
  stepKeyOf,
  summarizeStep,
} from '../model/flow-graph.ts'
import { type NodeBox, nodeSizeOf } from '../model/flow-layout.ts'

import type { SimulationHighlight } from '../simulator/highlight.ts'
import type { FlowEditorState } from '../useFlowEditor.ts'
import type { PillFlowNode, StepFlowNode } from './StepNode.tsx'

const { flow: texts } = strings

export type CanvasNode = StepFlowNode | PillFlowNode
type CanvasPosition = { x: number; y: number }

/** What the canvas draws of the editor. */
type CanvasView = Pick<FlowEditorState, 'findings' | 'nameOf' | 'readOnly' | 'selected'> & {
  document: { graph: FlowEditorGraph }
}

/** Positions the nodes of a flow; dragged nodes stay where they were put. */
export function buildCanvasNodes(
  { document: { graph }, findings, nameOf, readOnly, selected }: CanvasView,
  places: ReadonlyMap<string, NodeBox>,
  dragged: ReadonlyMap<string, CanvasPosition>,
  { trial, heat }: { trial: SimulationHighlight; heat: FlowHeat },
): CanvasNode[] {
  const byStep = groupFindingsByStep(findings)
  const spotOf = (key: string): CanvasPosition => {
    const { x, y } = dragged.get(key) ?? places.get(key) ?? { x: 0, y: 0 }
    return { x, y }
  }
  const steps = graph.nodes.map(({ key, step }, at): StepFlowNode => {
    const summary = summarizeStep(step, nameOf)
    const own = byStep.get(at) ?? []
    const lit = trial.waitingAt === at ? 'waits' : trial.passed.includes(at) ? 'passed' : undefined
    const parts = [texts.step(at + 1, texts.kinds[stepKeyOf(step)], summary)]
    if (own.length > 0) parts.push(texts.findings(own.length))
    if (lit) parts.push(texts[lit])
    const warmth = heat.get(at)
    if (warmth) parts.push(proof.coverage.stepTimes(warmth.times))
    return {
      id: key,
      type: 'step',
      position: spotOf(key),
      ...nodeSizeOf(step),
      ariaLabel: parts.join(', '),
      selected: key === selected,
      deletable: false,
      data: {
        step,
        summary,
        findings: own,
        hasNext: getStepKind(step).exits(step).on,
        readOnly,
        ...(lit && { trial: lit }),
        ...(warmth && { heat: warmth }),
      },
    }
  })
  return [...steps, ...buildPills(graph, places, spotOf)]
}

function buildPills(
  { head }: FlowEditorGraph,
  places: ReadonlyMap<string, NodeBox>,
  spotOf: (key: string) => CanvasPosition,
): PillFlowNode[] {
  return [startNode, doneNode].flatMap((key): PillFlowNode[] => {
    const place = places.get(key)
    if (!place) return []
    const isStart = key === startNode
    const label = isStart ? texts.start : texts.ends[head.onComplete ?? 'return']
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

/** Without `add`, nothing can be changed. The way to the next step has a button that adds a step there. */
export function buildCanvasEdges(
  graph: FlowEditorGraph,
  trial: SimulationHighlight,
  add: FlowEditorState['add'] | undefined,
): Edge[] {
  const visitedKeys = new Set(trial.latest.map((at) => graph.nodes[at]?.key))
  const numberOf = (key: string) => graph.nodes.findIndex((node) => node.key === key) + 1
  return flowEdgesOf(graph).map(({ from, port, to }) => {
    const canChange = add !== undefined && port !== 'next'
    const label = from === startNode ? texts.addFirst : texts.addAfter(numberOf(from))
    return {
      id: `${from} ${port}`,
      source: from,
      target: to,
      sourceHandle: port,
      ...(add && port === 'next'
        ? { type: 'insert', data: { label, add: (kind: StepKey) => add(kind, from) } }
        : { type: 'smoothstep' }),
      focusable: false,
      deletable: canChange,
      selectable: canChange,
      animated: visitedKeys.has(from) && (visitedKeys.has(to) || graph.nodes[trial.waitingAt ?? -1]?.key === to),
      markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16 },
    }
  })
}
