import type { KeyboardEvent, RefObject } from 'react'
import { type Direction, findNeighbor, type NodeBox } from '../model/flow-layout.ts'
import type { FlowEditorState } from '../useFlowEditor.ts'
import type { CanvasNode } from './canvas-nodes.ts'

const directions: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

type CanvasKeysOptions = { studio: FlowEditorState; nodes: readonly CanvasNode[]; frame: RefObject<HTMLElement | null> }

/** Arrows go from step to step, Enter edits, Delete removes. */
export function useCanvasKeys({ studio, nodes, frame }: CanvasKeysOptions) {
  const focus = (key: string) => frame.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(key)}"]`)?.focus()
  return (event: KeyboardEvent) => {
    const key = event.target instanceof HTMLElement ? event.target.dataset.id : undefined
    if (key === undefined || !nodes.some((node) => node.id === key && node.type === 'step')) return
    const direction = directions[event.key]
    if (direction) {
      const next = findNeighbor(layoutBoxes(nodes), key, direction)
      event.preventDefault()
      if (next === undefined) return
      studio.select(next)
      focus(next)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      studio.openStep(key)
    }
    if ((event.key === 'Delete' || event.key === 'Backspace') && !studio.readOnly) {
      event.preventDefault()
      const near = findNeighbor(layoutBoxes(nodes), key, 'up') ?? findNeighbor(layoutBoxes(nodes), key, 'down')
      studio.remove(key)
      if (near !== undefined) focus(near)
    }
  }
}

function layoutBoxes(nodes: readonly CanvasNode[]): Map<string, NodeBox> {
  const steps = nodes.filter(({ type }) => type === 'step')
  return new Map(steps.map(({ id, position, width = 0, height = 0 }) => [id, { ...position, width, height }]))
}
