import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { strings } from '#i18n/knowledge.ts'
import type { AgentThing } from '../sections/knowledge-section.ts'
import classes from './Sortable.module.css'

export const isInCollection = (collection: string) => (thing: AgentThing) =>
  thing.collections?.includes(collection) ?? false

/** An absolute position, or an offset from the position at save time: keys arrive faster than lists are saved. */
type MovePosition = number | { by: number }

export function moveItem<Item extends { id: string }>(items: readonly Item[], id: string, to: MovePosition): Item[] {
  const item = items.find((one) => one.id === id)
  if (!item) return [...items]
  const rest = items.filter((one) => one !== item)
  const wanted = typeof to === 'number' ? to : items.indexOf(item) + to.by
  const at = Math.max(0, Math.min(wanted, rest.length))
  return [...rest.slice(0, at), item, ...rest.slice(at)]
}

/**
 * Things have one order, that of the catalog, and a collection shows its members in it. So the members swap positions
 * among themselves and nothing else moves.
 */
export function moveWithinCollection(
  things: readonly AgentThing[],
  collection: string,
  id: string,
  to: MovePosition,
): AgentThing[] {
  const members = moveItem(things.filter(isInCollection(collection)), id, to).values()
  return things.map((thing) => (isInCollection(collection)(thing) ? (members.next().value ?? thing) : thing))
}

const { collections: texts } = strings
type SortableItem = { id: string; name: string }

type Props<T extends SortableItem> = {
  label: string
  /** Kind of the dragged items: a list accepts only its own kind and the one named in `takes`. */
  kind: string
  items: readonly T[]
  render: (item: T) => ReactNode
  /** Undefined if the user may not reorder. */
  onMove?: (item: T, to: MovePosition) => void
  /** Accepts items dragged from another list of that kind. */
  takes?: { kind: string; take: (id: string, to: number) => void }
  empty?: ReactNode
  /** Id of the item that is open next to the list. */
  current?: string
  onDropInto?: { kind: string; take: (id: string, into: T) => void }
}

/** A list that the user reorders by dragging, or with the arrow keys on the handles. */
export function Sortable<T extends SortableItem>(props: Props<T>) {
  const { label, items, onMove, takes, empty } = props
  const [over, setOver] = useState<number>()
  const [announcement, setTold] = useState('')
  const move = (item: T, to: MovePosition) => {
    const now = moveItem(items, item.id, to)
    onMove?.(item, to)
    setTold(texts.movedTo(item.name, now.indexOf(item) + 1, items.length))
  }
  const dropped = (event: DragEvent, at: number) => {
    setOver(undefined)
    const drag = draggedItem(event)
    if (!drag) return
    event.preventDefault()
    event.stopPropagation()
    const from = items.findIndex(({ id }) => id === drag.id)
    const own = items[from]
    const target = items[at]
    if (drag.kind === props.onDropInto?.kind && target) props.onDropInto.take(drag.id, target)
    else if (drag.kind === props.kind && own) move(own, from < at ? at - (at === items.length ? 1 : 0) : at)
    else if (drag.kind === takes?.kind) takes.take(drag.id, at)
  }
  const over_ = (event: DragEvent, at: number) => {
    if (!onMove) return
    event.preventDefault()
    event.stopPropagation()
    setOver(at)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the drop target of a list; every row has keyboard controls
    <div
      onDragOver={(event) => over_(event, items.length)}
      onDrop={(event) => dropped(event, items.length)}
      onDragLeave={() => setOver(undefined)}
      className={classes.place}
      data-over={over === items.length || undefined}
    >
      {items.length === 0 && empty}
      <ul aria-label={label} className={classes.list}>
        {items.map((item, at) => (
          <li
            key={item.id}
            className={classes.row}
            data-over={over === at || undefined}
            aria-current={item.id === props.current || undefined}
            onDragOver={(event) => over_(event, at)}
            onDrop={(event) => dropped(event, at)}
          >
            {onMove && <DragHandle item={item} kind={props.kind} at={at} onStep={(step) => move(item, { by: step })} />}
            {props.render(item)}
          </li>
        ))}
      </ul>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </div>
  )
}

type DragHandleProps = { item: SortableItem; kind: string; at?: number; onStep?: (step: number) => void }

/** Moves by mouse, or by the arrow keys while it has the focus; keeps the focus after a move. */
export function DragHandle({ item, kind, at = 0, onStep }: DragHandleProps) {
  const button = useRef<HTMLButtonElement>(null)
  const steps = useRef(0)
  const before = useRef(at)
  // A row loses the focus when it moves in the DOM; this restores it.
  useLayoutEffect(() => {
    if (steps.current > 0) button.current?.focus()
    steps.current = Math.max(0, steps.current - Math.abs(at - before.current))
    before.current = at
  }, [at])
  return (
    <ActionIcon
      ref={button}
      variant="subtle"
      color="gray"
      aria-label={texts.move(item.name)}
      draggable
      style={{ cursor: 'grab' }}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', JSON.stringify({ kind, id: item.id }))
        event.dataTransfer.effectAllowed = 'move'
      }}
      onKeyDown={(event) => {
        const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
        if (!step || !onStep) return
        event.preventDefault()
        steps.current++
        onStep(step)
      }}
    >
      <IconGripVertical size={18} aria-hidden />
    </ActionIcon>
  )
}

/** The drag data may come from anywhere, so it is validated. */
function draggedItem(event: DragEvent): { kind: string; id: string } | undefined {
  try {
    const { kind, id } = JSON.parse(event.dataTransfer.getData('text/plain')) as Record<string, unknown>
    return typeof kind === 'string' && typeof id === 'string' ? { kind, id } : undefined
  } catch {
    return undefined
  }
}
