import '@xyflow/react/dist/base.css'
import { Button, useComputedColorScheme } from '@mantine/core'
import { IconLayoutDistributeVertical } from '@tabler/icons-react'
import {
  type AriaLabelConfig,
  Background,
  type Connection,
  Controls,
  type Edge,
  Panel,
  ReactFlow,
  type ReactFlowInstance,
  useNodesState,
} from '@xyflow/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { words } from '#words/playbooks.ts'
import { tell } from '../../../../parts/tell.tsx'
import { connected, disconnected } from '../model/edits.ts'
import type { Port } from '../model/graph.ts'
import { layoutOf, type Place } from '../model/layout.ts'
import type { Trial } from '../sim/trial.ts'
import type { Studio } from '../useStudio.ts'
import styles from './canvas.module.css'
import { type CanvasNode, drawnEdges, nodesOf } from './drawing.ts'
import { PillNode, StepNode } from './StepNode.tsx'
import { useCanvasKeys } from './useCanvasKeys.ts'

const { flow: said } = words
const nodeTypes = { step: StepNode, pill: PillNode }
const labels: Partial<AriaLabelConfig> = {
  'node.a11yDescription.default': said.help,
  'node.a11yDescription.keyboardDisabled': said.help,
  'edge.a11yDescription.default': said.edgeHelp,
  'controls.ariaLabel': said.controls,
  'controls.zoomIn.ariaLabel': said.zoomIn,
  'controls.zoomOut.ariaLabel': said.zoomOut,
  'controls.fitView.ariaLabel': said.fit,
  'controls.interactive.ariaLabel': said.lock,
  'minimap.ariaLabel': said.map,
  'handle.ariaLabel': said.handle,
}

type Spots = ReadonlyMap<string, { x: number; y: number }>
const unmoved: Spots = new Map()

/** The flow as a graph: drag to move, drag from a port to connect, keys to go about and to edit. */
export function FlowCanvas({ studio, trial }: { studio: Studio; trial: Trial }) {
  const { document, select, openStep, readOnly } = studio
  const { graph } = document
  const frame = useRef<HTMLElement>(null)
  const [dragged, setDragged] = useState(unmoved)
  const places = useMemo(() => layoutOf(graph), [graph])
  const [nodes, onNodesChange] = useDrawn(studio, places, dragged, trial)
  const edges = useMemo(() => drawnEdges(graph, trial, readOnly), [graph, trial, readOnly])
  const heard = useCanvasKeys({ studio, nodes, frame })
  const connect = ({ source, sourceHandle, target }: Connection) => {
    const port = (sourceHandle ?? 'next') as Port
    document.edit(connected(graph, source, port, target))
    if (port === 'next') tell.done(said.moved)
  }
  const cut = (gone: Edge[]) =>
    document.edit(gone.reduce((now, edge) => disconnected(now, edge.source, edge.sourceHandle as Port), graph))
  return (
    <section ref={frame} className={styles.canvas} aria-label={said.canvas} onKeyDown={heard}>
      <ReactFlow<CanvasNode>
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        colorMode={useComputedColorScheme('light')}
        onNodesChange={onNodesChange}
        onNodeClick={(_, { id, type }) => type === 'step' && select(id)}
        onNodeDoubleClick={(_, { id, type }) => type === 'step' && openStep(id)}
        onNodeDragStop={(_, { id, position }) => setDragged(new Map([...dragged, [id, position]]))}
        onPaneClick={() => select(undefined)}
        onConnect={connect}
        onEdgesDelete={cut}
        onInit={(instance) => showTop(instance, frame.current, places)}
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
        {dragged.size > 0 && (
          <Panel position="top-right">
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconLayoutDistributeVertical size={14} aria-hidden />}
              onClick={() => setDragged(unmoved)}
            >
              {said.tidy}
            </Button>
          </Panel>
        )}
      </ReactFlow>
    </section>
  )
}

/** The nodes as they are wanted, with what the canvas has found out about those it has drawn already. */
function useDrawn(studio: Studio, places: ReadonlyMap<string, Place>, dragged: Spots, trial: Trial) {
  const { document, findings, selected, playbooks } = studio
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts of the studio that the nodes show
  const wanted = useMemo(
    () => nodesOf(studio, places, dragged, trial),
    [document.graph, findings, selected, playbooks, places, dragged, trial],
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

const margin = 24
const legible = 0.85
const smallest = 0.35

/** All of it where that is still legible, else from its beginning. */
function showTop(
  instance: ReactFlowInstance<CanvasNode>,
  frame: HTMLElement | null,
  places: ReadonlyMap<string, Place>,
): void {
  const all = [...places.values()]
  const right = Math.max(...all.map(({ x, width }) => x + width))
  const bottom = Math.max(...all.map(({ y, height }) => y + height))
  const { width = 600, height = 500 } = frame?.getBoundingClientRect() ?? {}
  const wide = (width - 2 * margin) / right
  const zoom = Math.max(Math.min(wide, (height - 2 * margin) / bottom, 1), Math.min(legible, wide), smallest)
  void instance.setViewport({ x: (width - right * zoom) / 2, y: margin / 2, zoom })
}
