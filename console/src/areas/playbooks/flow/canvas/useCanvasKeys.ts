import type { KeyboardEvent, RefObject } from 'react'
import { type Direction, neighbourOf, type Place } from '../model/layout.ts'
import type { Studio } from '../useStudio.ts'
import type { CanvasNode } from './drawing.ts'

const directions: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

type Given = { studio: Studio; nodes: readonly CanvasNode[]; frame: RefObject<HTMLElement | null> }

/** Arrows go from step to step, Enter edits, Delete removes. */
export function useCanvasKeys({ studio, nodes, frame }: Given) {
  const focus = (key: string) => frame.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(key)}"]`)?.focus()
  return (event: KeyboardEvent) => {
    const key = event.target instanceof HTMLElement ? event.target.dataset.id : undefined
    if (key === undefined || !nodes.some((node) => node.id === key && node.type === 'step')) return
    const direction = directions[event.key]
    if (direction) {
      const next = neighbourOf(placesOf(nodes), key, direction)
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
      const near = neighbourOf(placesOf(nodes), key, 'up') ?? neighbourOf(placesOf(nodes), key, 'down')
      studio.remove(key)
      if (near !== undefined) focus(near)
    }
  }
}

function placesOf(nodes: readonly CanvasNode[]): Map<string, Place> {
  const steps = nodes.filter(({ type }) => type === 'step')
  return new Map(steps.map(({ id, position, width = 0, height = 0 }) => [id, { ...position, width, height }]))
}
