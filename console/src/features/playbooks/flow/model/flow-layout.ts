import { Graph, layout } from '@dagrejs/dagre'
import type { FlowStep } from '@parley/definition'
import { branchTargetsOf, doneNode, type FlowEditorGraph, flowEdgesOf, startNode } from './flow-graph.ts'

export type NodeBox = { x: number; y: number; width: number; height: number }

export const nodeWidth = 240
const pill = { width: 120, height: 36 }
/** A heading and two lines of summary. */
const plainHeight = 84
export const caseHeight = 26

export function nodeSizeOf(step: FlowStep): { width: number; height: number } {
  const cases = branchTargetsOf(step).length
  return { width: nodeWidth, height: cases === 0 ? plainHeight : 40 + cases * caseHeight }
}

/** Computes the upper left corner of each node: the main path down the middle, branches next to it, no overlaps. */
export function layoutFlow(graph: FlowEditorGraph): Map<string, NodeBox> {
  const drawn = new Graph()
  drawn.setGraph({ rankdir: 'TB', nodesep: 48, ranksep: 56, edgesep: 24, marginx: 16, marginy: 16 })
  drawn.setDefaultEdgeLabel(() => ({}))
  const edges = flowEdgesOf(graph)
  drawn.setNode(startNode, { ...pill })
  if (edges.some(({ to }) => to === doneNode)) drawn.setNode(doneNode, { ...pill })
  for (const { key, step } of graph.nodes) drawn.setNode(key, nodeSizeOf(step))
  // Parallel edges between the same steps are merged: dagre cannot handle more than one.
  for (const { from, port, to } of edges) {
    if (from !== to) drawn.setEdge(from, to, { weight: port === 'next' ? 4 : 1 })
  }
  layout(drawn)
  return new Map(drawn.nodes().map((key) => [key, topLeftOf(drawn.node(key))]))
}

function topLeftOf({ x, y, width, height }: NodeBox): NodeBox {
  return { x: Math.round(x - width / 2), y: Math.round(y - height / 2), width, height }
}

export type Direction = 'up' | 'down' | 'left' | 'right'

/** Returns the nearest node in a direction; sideways distance counts more. */
export function findNeighbor(
  places: ReadonlyMap<string, NodeBox>,
  key: string,
  direction: Direction,
): string | undefined {
  const here = places.get(key)
  if (!here) return undefined
  const ahead = [...places].flatMap(([other, place]) => {
    const [along, aside] = distanceInDirection(here, place, direction)
    return other !== key && along > 0 ? [{ other, far: along + 2 * aside }] : []
  })
  return ahead.sort((one, two) => one.far - two.far)[0]?.other
}

function distanceInDirection(here: NodeBox, there: NodeBox, direction: Direction): [along: number, aside: number] {
  const dx = there.x + there.width / 2 - (here.x + here.width / 2)
  const dy = there.y + there.height / 2 - (here.y + here.height / 2)
  if (direction === 'up') return [-dy, Math.abs(dx)]
  if (direction === 'down') return [dy, Math.abs(dx)]
  return [direction === 'left' ? -dx : dx, Math.abs(dy)]
}
