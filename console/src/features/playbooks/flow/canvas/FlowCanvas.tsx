import '@xyflow/react/dist/base.css'
import { Button, useComputedColorScheme } from '@mantine/core'
import { IconLayoutDistributeVertical } from '@tabler/icons-react'
import {
  type AriaLabelConfig,
  Background,
  type Connection,
  Controls,
  type Edge,
  MiniMap,
  Panel,
  ReactFlow,
  type ReactFlowInstance,
  useNodesState,
} from '@xyflow/react'
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { strings } from '#i18n/flow.ts'
import { notify } from '../../../../components/notify.tsx'
import type { FlowHeat } from '../coverage/flow-coverage.ts'
import type { EdgePort } from '../model/flow-graph.ts'
import { type Direction, findNeighbor, layoutFlow, type NodeBox } from '../model/flow-layout.ts'
import { connectSteps, disconnectPort } from '../model/graph-edits.ts'
import type { SimulationHighlight } from '../simulator/highlight.ts'
import type { FlowEditorState } from '../useFlowEditor.ts'
import styles from './canvas.module.css'
import { buildCanvasEdges, buildCanvasNodes, type CanvasNode } from './canvas-nodes.ts'
import { FindStep } from './FindStep.tsx'
import { InsertEdge } from './InsertEdge.tsx'
import { PillNode, StepNode } from './StepNode.tsx'

const directions: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

type CanvasKeysOptions = { studio: FlowEditorState; nodes: readonly CanvasNode[]; frame: RefObject<HTMLElement | null> }

/** Arrow keys move between steps, Enter edits, Delete removes. */
function useCanvasKeys({ studio, nodes, frame }: CanvasKeysOptions) {
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

const { flow: texts } = strings
const nodeTypes = { step: StepNode, pill: PillNode }
const edgeTypes = { insert: InsertEdge }
/** A graph of fewer steps fits the canvas. */
const fewestForMap = 6
const mapSize = { width: 120, height: 90 }
const labels: Partial<AriaLabelConfig> = {
  'node.a11yDescription.default': texts.help,
  'node.a11yDescription.keyboardDisabled': texts.help,
  'edge.a11yDescription.default': texts.edgeHelp,
  'controls.ariaLabel': texts.controls,
  'controls.zoomIn.ariaLabel': texts.zoomIn,
  'controls.zoomOut.ariaLabel': texts.zoomOut,
  'controls.fitView.ariaLabel': texts.fit,
  'controls.interactive.ariaLabel': texts.lock,
  'minimap.ariaLabel': texts.map,
  'handle.ariaLabel': texts.handle,
}

type DraggedPositions = ReadonlyMap<string, { x: number; y: number }>
const noDragged: DraggedPositions = new Map()

type FlowCanvasProps = { studio: FlowEditorState; trial: SimulationHighlight; heat: FlowHeat }

/** The flow as a graph: drag to move, drag from a port to connect, keys to navigate and edit. */
export function FlowCanvas({ studio, trial, heat }: FlowCanvasProps) {
  const { document, select, openStep, readOnly } = studio
  const { graph } = document
  const frame = useRef<HTMLElement>(null)
  const [dragged, setDragged] = useState(noDragged)
  const places = useMemo(() => layoutFlow(graph), [graph])
  const [nodes, onNodesChange] = useCanvasNodes(studio, places, dragged, { trial, heat })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the studio adds steps to the graph that is shown
  const edges = useMemo(
    () => buildCanvasEdges(graph, trial, readOnly ? undefined : studio.add),
    [graph, trial, readOnly],
  )
  const onKeyDown = useCanvasKeys({ studio, nodes, frame })
  const canvas = useShowOpened(studio, places, frame)
  const connect = ({ source, sourceHandle, target }: Connection) => {
    const port = (sourceHandle ?? 'next') as EdgePort
    document.edit(connectSteps(graph, source, port, target))
    if (port === 'next') notify.success(texts.moved)
  }
  const cut = (removedEdges: Edge[]) =>
    document.edit(
      removedEdges.reduce((now, edge) => disconnectPort(now, edge.source, edge.sourceHandle as EdgePort), graph),
    )
  return (
    <section ref={frame} className={styles.canvas} aria-label={texts.canvas} onKeyDown={onKeyDown}>
      <ReactFlow<CanvasNode>
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        colorMode={useComputedColorScheme('light')}
        onNodesChange={onNodesChange}
        onNodeClick={(_, { id, type }) => type === 'step' && openStep(id, { focus: false })}
        onNodeDoubleClick={(_, { id, type }) => type === 'step' && openStep(id)}
        onNodeDragStop={(_, { id, position }) => setDragged(new Map([...dragged, [id, position]]))}
        onPaneClick={() => select(undefined)}
        onConnect={connect}
        onEdgesDelete={cut}
        onInit={(instance) => {
          canvas.current = instance
          showTop(instance, frame.current, places)
        }}
        nodesConnectable={!readOnly}
        disableKeyboardA11y
        zoomOnDoubleClick={false}
        deleteKeyCode={readOnly ? null : ['Delete', 'Backspace']}
        minZoom={0.2}
        maxZoom={1.5}
        ariaLabelConfig={labels}
      >
        <Background />
        <Controls showInteractive={false} />
        {graph.nodes.length >= fewestForMap && <MiniMap position="top-right" style={mapSize} pannable zoomable />}
        <FindStep studio={studio} nodes={nodes} />
        {dragged.size > 0 && (
          <Panel position="top-center">
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconLayoutDistributeVertical size={14} aria-hidden />}
              onClick={() => setDragged(noDragged)}
            >
              {texts.tidy}
            </Button>
          </Panel>
        )}
      </ReactFlow>
    </section>
  )
}

/** The current nodes, with the measurements of those the canvas has already rendered. */
function useCanvasNodes(
  studio: FlowEditorState,
  places: ReadonlyMap<string, NodeBox>,
  dragged: DraggedPositions,
  { trial, heat }: Omit<FlowCanvasProps, 'studio'>,
) {
  const { document, findings, selected, playbooks } = studio
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts of the studio that the nodes show
  const wanted = useMemo(
    () => buildCanvasNodes(studio, places, dragged, { trial, heat }),
    [document.graph, findings, selected, playbooks, places, dragged, trial, heat],
  )
  const [nodes, setNodes, onNodesChange] = useNodesState<CanvasNode>(wanted)
  useEffect(() => {
    setNodes((drawn) => {
      const known = new Map(drawn.map((node) => [node.id, node.measured]))
      return wanted.map((node) => ({ ...node, measured: known.get(node.id) }))
    })
  }, [wanted, setNodes])
  return [nodes, onNodesChange] as const
}

type CanvasInstance = ReactFlowInstance<CanvasNode>

/** Moves the graph to the step that was opened or added, unless it is in view. */
function useShowOpened(
  { opened, editing }: FlowEditorState,
  places: ReadonlyMap<string, NodeBox>,
  frame: RefObject<HTMLElement | null>,
): RefObject<CanvasInstance | null> {
  const canvas = useRef<CanvasInstance>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every time that a step is opened
  useEffect(() => {
    const place = editing === undefined ? undefined : places.get(editing)
    const size = frame.current?.getBoundingClientRect()
    if (!canvas.current || !place || !size) return
    const { x, y, zoom } = canvas.current.getViewport()
    const [left, top] = [place.x * zoom + x, place.y * zoom + y]
    const isInView =
      left >= 0 && top >= 0 && left + place.width * zoom <= size.width && top + place.height * zoom <= size.height
    if (!isInView) void canvas.current.setCenter(place.x + place.width / 2, place.y + place.height / 2, { zoom })
  }, [opened.times])
  return canvas
}

const margin = 24
const minReadableZoom = 0.85
const minZoom = 0.35

/** Fits the whole graph if it stays legible, otherwise shows its start. */
function showTop(
  instance: ReactFlowInstance<CanvasNode>,
  frame: HTMLElement | null,
  places: ReadonlyMap<string, NodeBox>,
): void {
  const all = [...places.values()]
  const right = Math.max(...all.map(({ x, width }) => x + width))
  const bottom = Math.max(...all.map(({ y, height }) => y + height))
  const { width = 600, height = 500 } = frame?.getBoundingClientRect() ?? {}
  const wide = (width - 2 * margin) / right
  const zoom = Math.max(Math.min(wide, (height - 2 * margin) / bottom, 1), Math.min(minReadableZoom, wide), minZoom)
  void instance.setViewport({ x: (width - right * zoom) / 2, y: margin / 2, zoom })
}
