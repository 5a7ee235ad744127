import type { StepPosition } from '../engine.ts'
import type { FlowSearch, SearchNode } from './search.ts'

/** A loop, and a way that enters it and goes around once. */
export type EndlessLoop = { at: StepPosition; turns: SearchNode }

/**
 * Finds nodes from which no answer leads to an end. Unclear replies do not count as a way out, and neither does asking
 * for a person. A node that was not expanded may lead anywhere.
 */
export function findEndlessLoops({ nodes }: FlowSearch): EndlessLoop[] {
  const finishing = findFinishing(nodes)
  const reported = new Set<SearchNode>()
  return nodes.flatMap((node): EndlessLoop[] => {
    if (finishing.has(node) || reported.has(node) || !node.position) return []
    markReachable(node, reported)
    return [{ at: node.position, turns: goAround(node) }]
  })
}

function findFinishing(nodes: readonly SearchNode[]): ReadonlySet<SearchNode> {
  const before = new Map<SearchNode, SearchNode[]>()
  for (const node of nodes)
    for (const { node: next } of node.next) before.set(next, [...(before.get(next) ?? []), node])
  const finishing = new Set(nodes.filter((node) => !node.isExpanded || node.next.length === 0))
  for (const node of finishing) for (const previous of before.get(node) ?? []) finishing.add(previous)
  return finishing
}

function markReachable(start: SearchNode, marked: Set<SearchNode>): void {
  const left = [start]
  for (let node = left.pop(); node; node = left.pop()) {
    if (marked.has(node)) continue
    marked.add(node)
    left.push(...node.next.map(({ node: next }) => next))
  }
}

/** Follows the loop until a node comes again. */
function goAround(start: SearchNode): SearchNode {
  const seen = new Set<SearchNode>()
  let node = start
  let way = start
  while (!seen.has(node)) {
    seen.add(node)
    const [first] = node.next
    if (!first) break
    way = { ...way, parent: way, move: first.move }
    node = first.node
  }
  return way
}
