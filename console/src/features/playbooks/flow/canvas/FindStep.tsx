import { CloseButton, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Panel, useReactFlow } from '@xyflow/react'
import { type KeyboardEvent, useState } from 'react'
import { strings } from '#i18n/flow.ts'
import type { FlowEditorState } from '../useFlowEditor.ts'
import styles from './canvas.module.css'
import type { CanvasNode } from './canvas-nodes.ts'

const { flow: texts } = strings

/** Steps whose kind, text or id contains every word; the text comes from the labels that the graph reads out. */
export function findSteps(
  nodes: readonly Pick<CanvasNode, 'id' | 'type' | 'ariaLabel' | 'data'>[],
  query: string,
): string[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return nodes.flatMap(({ id, type, ariaLabel = '', data }) => {
    if (type !== 'step') return []
    const stepId = 'step' in data ? (data.step.id ?? '') : ''
    const text = `${ariaLabel} ${stepId}`.toLowerCase()
    return words.every((word) => text.includes(word)) ? [id] : []
  })
}

/** Finds steps in the graph: shows the first one while the user types, and the next with Enter. */
export function FindStep({ studio, nodes }: { studio: FlowEditorState; nodes: readonly CanvasNode[] }) {
  const [query, setQuery] = useState('')
  const { setCenter, getZoom } = useReactFlow()
  const found = findSteps(nodes, query)
  const at = found.indexOf(studio.selected ?? '')
  const show = (key: string | undefined) => {
    const node = nodes.find(({ id }) => id === key)
    if (!node) return
    studio.select(node.id)
    const { x, y } = node.position
    void setCenter(x + (node.width ?? 0) / 2, y + (node.height ?? 0) / 2, { zoom: Math.max(getZoom(), 0.8) })
  }
  const search = (next: string) => {
    setQuery(next)
    show(findSteps(nodes, next)[0])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Enter') show(found[(at + 1) % Math.max(1, found.length)])
    if (event.key === 'Escape') search('')
  }
  return (
    <Panel position="top-left">
      <TextInput
        size="xs"
        className={styles.find}
        aria-label={texts.find}
        placeholder={texts.find}
        leftSection={<IconSearch size={14} aria-hidden />}
        rightSection={query !== '' && <CloseButton size="xs" aria-label={texts.clearFind} onClick={() => search('')} />}
        value={query}
        onChange={(event) => search(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {query !== '' && (
        <Text size="xs" role="status" className={styles.found}>
          {texts.found(at + 1, found.length)}
        </Text>
      )}
    </Panel>
  )
}
