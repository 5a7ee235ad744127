import '@xyflow/react/dist/base.css'
import { SimpleGrid, Stack, Text, useComputedColorScheme } from '@mantine/core'
import type { AgentFlow } from '@parley/definition'
import { Background, Controls, ReactFlow } from '@xyflow/react'
import { useMemo } from 'react'
import { strings as flowStrings } from '#i18n/flow.ts'
import { strings } from '#i18n/versions.ts'
import styles from '../../playbooks/flow/canvas/canvas.module.css'
import { buildCanvasEdges, buildCanvasNodes, type CanvasNode } from '../../playbooks/flow/canvas/canvas-nodes.ts'
import { PillNode, StepNode } from '../../playbooks/flow/canvas/StepNode.tsx'
import { layoutFlow } from '../../playbooks/flow/model/flow-layout.ts'
import classes from './changes.module.css'
import { compareFlows, type FlowSide } from './flow-steps.ts'

const { changes: texts } = strings
const { flow: labels } = flowStrings
const nodeTypes = { step: StepNode, pill: PillNode }
const notPlayed = { passed: [], latest: [] }

/** Two versions of a flow as graphs next to each other, with the steps that differ in color. */
export default function FlowDiff({ before, after }: { before: AgentFlow | undefined; after: AgentFlow | undefined }) {
  const sides = useMemo(() => compareFlows(before, after), [before, after])
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="sm">
      <FlowGraph label={texts.flowBefore} side={sides.before} />
      <FlowGraph label={texts.flowAfter} side={sides.after} />
    </SimpleGrid>
  )
}

function FlowGraph({ label, side }: { label: string; side: FlowSide | undefined }) {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      {side ? <Canvas label={label} side={side} /> : <Text size="sm">{texts.noFlow}</Text>}
    </Stack>
  )
}

function Canvas({ label, side: { graph, changes } }: { label: string; side: FlowSide }) {
  const colorMode = useComputedColorScheme('light')
  const [nodes, edges] = useMemo(() => {
    const view = { document: { graph }, findings: [], nameOf: (id: string) => id, readOnly: true, selected: undefined }
    const drawn = buildCanvasNodes(view, layoutFlow(graph), new Map(), { trial: notPlayed, heat: new Map() })
    return [drawn.map((node) => withChange(node, changes)), buildCanvasEdges(graph, notPlayed, undefined)]
  }, [graph, changes])
  return (
    <section className={`${styles.canvas} ${classes.flow}`} style={{ height: '24rem' }} aria-label={label}>
      <ReactFlow<CanvasNode>
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        colorMode={colorMode}
        nodesDraggable={false}
        nodesConnectable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        fitView
        minZoom={0.2}
        maxZoom={1.5}
        ariaLabelConfig={{
          'controls.ariaLabel': labels.controls,
          'controls.zoomIn.ariaLabel': labels.zoomIn,
          'controls.zoomOut.ariaLabel': labels.zoomOut,
          'controls.fitView.ariaLabel': labels.fit,
          'node.a11yDescription.default': '',
        }}
      >
        <Background />
        <Controls showInteractive={false} />
      </ReactFlow>
    </section>
  )
}

function withChange(node: CanvasNode, changes: FlowSide['changes']): CanvasNode {
  const change = changes.get(node.id)
  if (node.type !== 'step' || change === undefined) return node
  return { ...node, ariaLabel: `${node.ariaLabel}, ${labels.changes[change]}`, data: { ...node.data, change } }
}
