import { yaml } from '@codemirror/lang-yaml'
import { type Diagnostic, linter } from '@codemirror/lint'
import type { Text as Doc } from '@codemirror/state'
import { Alert, Grid, List, SegmentedControl, Stack } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import type { AgentFlow } from '@parley/definition'
import type { VerificationFinding } from '@parley/flow'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { strings } from '#i18n/flow.ts'
import { strings as proof } from '#i18n/proof.ts'
import { CodeEditor } from '../../../components/code/CodeEditor.tsx'
import { Loading } from '../../../components/PageStates.tsx'
import type { OpenPlaybook } from '../edit/usePlaybook.ts'
import styles from './canvas/canvas.module.css'
import { FlowCanvas } from './canvas/FlowCanvas.tsx'
import { FlowCoveragePanel } from './coverage/FlowCoveragePanel.tsx'
import { heatByStep, noHeat, useFlowCoverage } from './coverage/flow-coverage.ts'
import { FlowToolbar } from './FlowToolbar.tsx'
import { parseFlowText, type TextProblem } from './model/flow-draft.ts'
import { toAgentFlow } from './model/flow-graph.ts'
import { SlotsPanel } from './panel/SlotsPanel.tsx'
import { StepPanel } from './panel/StepPanel.tsx'
import { noHighlight, type SimulationHighlight } from './simulator/highlight.ts'
import { type FlowEditorState, useFlowEditor } from './useFlowEditor.ts'
import { VerifyPanel } from './verify/VerifyPanel.tsx'

const { flow: flowTextTexts } = strings
const most = 5

/** The flow as text. Parse errors are shown, and the graph keeps its last valid state. */
function FlowText({ studio: { document, readOnly } }: { studio: FlowEditorState }) {
  const { text, problems, write } = document
  const extensions = useMemo(() => [yaml(), marks], [])
  return (
    <Stack gap="xs">
      <CodeEditor
        label={flowTextTexts.textLabel}
        description={flowTextTexts.textHint}
        value={text}
        onChange={write}
        readOnly={readOnly}
        extensions={extensions}
        numbers
        minHeight="22rem"
        maxHeight="calc(100vh - 24rem)"
      />
      {problems.length > 0 && (
        <Alert color="red" role="status" title={flowTextTexts.broken} icon={<IconAlertTriangle aria-hidden />}>
          <List size="sm">
            {problems.slice(0, most).map(({ line, column, message }) => (
              <List.Item key={`${line}:${column} ${message}`}>{flowTextTexts.brokenAt(line, message)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  )
}

const marks = linter(
  ({ state }) => {
    const read = parseFlowText(state.doc.toString())
    return read.ok ? [] : read.problems.map((problem) => diagnosticOf(problem, state.doc))
  },
  { delay: 300 },
)

function diagnosticOf({ line, column, message }: TextProblem, doc: Doc): Diagnostic {
  const within = doc.line(Math.min(line, doc.lines))
  const from = Math.min(within.from + column - 1, within.to)
  return { from, to: Math.max(from, within.to), severity: 'error', message }
}

const { flow: texts } = strings
const Simulator = lazy(async () => ({ default: (await import('./simulator/Simulator.tsx')).Simulator }))

type View = 'graph' | 'step' | 'text' | 'slots' | 'trial' | 'verify' | 'coverage'
/** Views that a click on a step replaces by its form; in the others, the graph shows what the view is about. */
const viewsForEditing: readonly View[] = ['graph', 'step', 'text', 'slots']

/** The view next to the graph. On a phone, the graph is a view of its own. */
function useView(studio: FlowEditorState, wide: boolean, isCoverage: boolean) {
  const [chosen, setView] = useState<View>(isCoverage ? 'coverage' : wide ? 'text' : 'graph')
  const { editing, opened } = studio
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every time that a step is opened
  useEffect(() => {
    if (opened.times === 0) return
    setView((now) => (opened.isFocused || viewsForEditing.includes(now) ? 'step' : now))
  }, [opened.times])
  const isGone = (chosen === 'step' && editing === undefined) || (wide && chosen === 'graph')
  return [isGone ? (wide ? 'text' : 'graph') : chosen, setView] as const
}

/** Graph and text of one flow side by side; simulated steps, findings and coverage are shown on the graph. */
export function FlowEditor({ open, flow }: { open: OpenPlaybook; flow: AgentFlow }) {
  const [trial, setTrial] = useState<SimulationHighlight>(noHighlight)
  const [finding, setFinding] = useState<VerificationFinding>()
  const studio = useFlowEditor(open, flow)
  const { run: shown } = useSearch({ from: '/orgs/$org/agents/$agent/playbooks/$playbookId' })
  const run = shown === 'all' ? undefined : shown
  const wide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false }) ?? true
  const [view, setView] = useView(studio, wide, shown !== undefined)
  const coverage = useFlowCoverage(open.id, { run, isShown: view === 'coverage' })
  useHotkeys([
    ['mod+Z', () => studio.document.undo?.()],
    ['mod+shift+Z', () => studio.document.redo?.()],
    ['mod+Y', () => studio.document.redo?.()],
  ])
  const { graph } = studio.document
  const heat = useMemo(
    () =>
      view === 'coverage' && coverage.data
        ? heatByStep(toAgentFlow(graph), open.saved?.flow as AgentFlow | undefined, coverage.data)
        : noHeat,
    [view, coverage.data, open.saved, graph],
  )
  const canvas = <FlowCanvas studio={studio} trial={view === 'trial' ? trial : noHighlight} heat={heat} />
  const play = (played: VerificationFinding) => {
    setFinding(played)
    setView('trial')
  }
  const stop = () => setFinding(undefined)
  return (
    <Stack gap="sm">
      <FlowToolbar studio={studio} open={open} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="sm">
            <ViewChoice studio={studio} wide={wide} view={view} show={setView} />
            {view === 'step' && <OpenStep studio={studio} />}
            {view === 'text' && <FlowText studio={studio} />}
            {view === 'slots' && <SlotsPanel studio={studio} />}
            {view === 'trial' && (
              <Suspense fallback={<Loading />}>
                <Simulator studio={studio} setTrial={setTrial} {...(finding && { played: { finding, stop } })} />
              </Suspense>
            )}
            {view === 'verify' && <VerifyPanel studio={studio} play={play} />}
            {view === 'coverage' && <FlowCoveragePanel studio={studio} coverage={coverage} run={run} heat={heat} />}
            {(view === 'graph' || (view === 'coverage' && !wide)) && canvas}
          </Stack>
        </Grid.Col>
        {wide && (
          <Grid.Col span={7}>
            <div className={styles.beside}>{canvas}</div>
          </Grid.Col>
        )}
      </Grid>
    </Stack>
  )
}

type ViewChoiceProps = { studio: FlowEditorState; wide: boolean; view: View; show: (view: View) => void }

function ViewChoice({ studio, wide, view, show }: ViewChoiceProps) {
  const found = studio.verification.report?.findings.length ?? 0
  const labels = {
    ...texts,
    step: texts.stepView,
    verify: proof.verify.count(texts.verify, found),
    coverage: proof.coverage.view,
  }
  const views: View[] = [
    ...(wide ? [] : (['graph'] as const)),
    ...(studio.editing === undefined ? [] : (['step'] as const)),
    'text',
    'slots',
    'trial',
    'verify',
    'coverage',
  ]
  return (
    <SegmentedControl
      fullWidth
      size={wide && views.length < 6 ? 'sm' : 'xs'}
      aria-label={texts.views}
      data={views.map((value) => ({ value, label: labels[value] }))}
      value={view}
      onChange={(next) => show(next as View)}
    />
  )
}

function OpenStep({ studio }: { studio: FlowEditorState }) {
  const { document, editing } = studio
  const at = document.graph.nodes.findIndex(({ key }) => key === editing)
  const node = document.graph.nodes[at]
  return node && <StepPanel key={node.key} studio={studio} node={node} at={at} />
}
