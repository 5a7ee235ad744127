import { ActionIcon } from '@mantine/core'
import type { StepKey } from '@parley/definition'
import { IconPlus } from '@tabler/icons-react'
import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps, getSmoothStepPath, useStore } from '@xyflow/react'
import { StepKindMenu } from '../FlowToolbar.tsx'
import styles from './canvas.module.css'

/** What an edge that leads on to the next step needs to add a step in its middle. */
type InsertEdgeData = { label: string; add: (kind: StepKey) => void }
export type InsertStepEdge = Edge<InsertEdgeData, 'insert'>

/** The way from one step to the next, with a button that adds a step exactly there. */
export function InsertEdge({ id, data, markerEnd, ...ends }: EdgeProps<InsertStepEdge>) {
  const [path, x, y] = getSmoothStepPath(ends)
  const zoom = useStore(({ transform }) => transform[2])
  return (
    <>
      <BaseEdge id={id} path={path} markerEnd={markerEnd} />
      {data && (
        <EdgeLabelRenderer>
          <div
            className={`nodrag nopan ${styles.insert}`}
            // The button stays large enough to be pressed, however small the graph is shown.
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px) scale(${Math.max(1, 0.9 / zoom)})` }}
          >
            <StepKindMenu choose={data.add}>
              {/* The button above the graph does the same for the keyboard, without a stop at every edge. */}
              <ActionIcon variant="default" radius="xl" size={24} tabIndex={-1} aria-label={data.label}>
                <IconPlus size={14} aria-hidden />
              </ActionIcon>
            </StepKindMenu>
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  )
}
