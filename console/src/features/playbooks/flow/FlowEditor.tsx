import { Grid, SegmentedControl, Stack } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import type { AgentFlow } from '@parley/definition'
import { lazy, Suspense, useState } from 'react'
import { strings } from '#i18n/playbooks.ts'
import { SidePanel } from '../../../components/Dialog.tsx'
import { Loading } from '../../../components/Loading.tsx'
import type { OpenPlaybook } from '../edit/usePlaybook.ts'
import { FlowCanvas } from './canvas/FlowCanvas.tsx'
import { FlowText } from './FlowText.tsx'
import { FlowToolbar } from './FlowToolbar.tsx'
import { stepKeyOf } from './model/step-summary.ts'
import { SlotsPanel } from './panel/SlotsPanel.tsx'
import { StepPanel } from './panel/StepPanel.tsx'
import { noHighlight, type SimulationHighlight } from './simulator/highlight.ts'
import { type FlowEditorState, useFlowEditor } from './useFlowEditor.ts'

const { flow: texts } = strings
const Simulator = lazy(async () => ({ default: (await import('./simulator/Simulator.tsx')).Simulator }))

type View = 'graph' | 'text' | 'slots' | 'trial'

/** Graph and text of one flow beside each other; what is tried lights up on the graph. */
export function FlowEditor({ open, flow }: { open: OpenPlaybook; flow: AgentFlow }) {
  const [trial, setTrial] = useState<SimulationHighlight>(noHighlight)
  const studio = useFlowEditor(open, flow)
  const wide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const [chosen, setView] = useState<View>(wide ? 'text' : 'graph')
  const view = wide && chosen === 'graph' ? 'text' : chosen
  useHotkeys([
    ['mod+Z', () => studio.document.undo?.()],
    ['mod+shift+Z', () => studio.document.redo?.()],
    ['mod+Y', () => studio.document.redo?.()],
  ])
  const views: View[] = wide ? ['text', 'slots', 'trial'] : ['graph', 'text', 'slots', 'trial']
  const canvas = <FlowCanvas studio={studio} trial={view === 'trial' ? trial : noHighlight} />
  return (
    <Stack gap="sm">
      <FlowToolbar studio={studio} open={open} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="sm">
            <SegmentedControl
              fullWidth
              aria-label={texts.views}
              data={views.map((value) => ({ value, label: texts[value] }))}
              value={view}
              onChange={(next) => setView(next as View)}
            />
            {view === 'text' && <FlowText studio={studio} />}
            {view === 'slots' && <SlotsPanel studio={studio} />}
            {view === 'trial' && (
              <Suspense fallback={<Loading />}>
                <Simulator studio={studio} setTrial={setTrial} />
              </Suspense>
            )}
            {view === 'graph' && canvas}
          </Stack>
        </Grid.Col>
        {wide && <Grid.Col span={7}>{canvas}</Grid.Col>}
      </Grid>
      <StepDrawer studio={studio} />
    </Stack>
  )
}

function StepDrawer({ studio }: { studio: FlowEditorState }) {
  const { document, editing, close } = studio
  const at = document.graph.nodes.findIndex(({ key }) => key === editing)
  const node = document.graph.nodes[at]
  const title = node && texts.stepTitle(at + 1, texts.kinds[stepKeyOf(node.step)])
  return (
    <SidePanel
      opened={node !== undefined}
      onClose={close}
      title={title}
      size={460}
      overlayProps={{ backgroundOpacity: 0.15 }}
    >
      {node && <StepPanel key={node.key} studio={studio} node={node} at={at} />}
    </SidePanel>
  )
}
