import { Alert, Button, List, MultiSelect, NumberInput, SegmentedControl, Stack, TagsInput, Text } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { ParleyError, type ProblemBody } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { displaySuiteName } from '#i18n/suite-names.ts'
import { strings as testRunsTexts } from '#i18n/test-runs.ts'
import { strings } from '#i18n/tests.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { FormActions } from '../../../components/FormActions.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { QuotaGauge } from '../shared/TestsFrame.tsx'
import { useSuites } from '../shared/test-data.ts'
import { testPaths } from '../shared/test-paths.ts'

const nothing = { code: '', body: {} }
type Linted = { caseId: string; findings: { message: string; path: string }[] }

function StartRunError({ error }: { error: Error }) {
  const { code, body }: { code: string; body: ProblemBody } = error instanceof ParleyError ? error : nothing
  const routeIds = useRouteIds()
  if (code === 'agent.test.run_active') {
    return (
      <Alert color="orange" role="alert" title={start.active}>
        <AnchorLink to={testPaths.run} params={{ ...routeIds, runId: String(body.activeRunId) }} underline="always">
          {start.toActive}
        </AnchorLink>
      </Alert>
    )
  }
  if (code === 'agent.test.quota_exceeded') return <OverBudget body={body} />
  const lint = Array.isArray(body.lint) ? (body.lint as Linted[]) : []
  if (lint.length === 0) return <RefusalSummary error={error} />
  return (
    <Alert color="red" role="alert" title={start.lint}>
      <List size="sm">
        {lint.map(({ caseId, findings }) => (
          <List.Item key={caseId}>
            {start.lintCase(caseId)}: {findings.map(({ path, message }) => `${path} ${message}`).join('; ')}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

function OverBudget({ body }: { body: Record<string, unknown> }) {
  const estimate = unitsIn(body.estimate)
  return (
    <Alert color="orange" role="alert" title={start.quota}>
      {estimate !== undefined && typeof body.remaining === 'number' && (
        <Text size="sm">{start.quotaText(estimate, body.remaining)}</Text>
      )}
      {typeof body.suggestion === 'string' && <Text size="sm">{body.suggestion}</Text>}
    </Alert>
  )
}

function unitsIn(estimate: unknown): number | undefined {
  if (typeof estimate === 'number') return estimate
  const units = typeof estimate === 'object' && estimate !== null && 'units' in estimate ? estimate.units : undefined
  return typeof units === 'number' ? units : undefined
}

const { start } = testRunsTexts
type RunSelectionForm = {
  what: 'all' | 'suites' | 'tags' | 'cases'
  suiteIds: string[]
  tags: string[]
  caseIds: string[]
  samples: number | ''
}
type StartRunProps = {
  suiteIds?: string[]
  caseIds?: string[]
  tags?: string[]
  /** The draft to play; default: the open one, or live. */
  draftId?: string
  onClose: () => void
}

/** Selects cases, starts the run and opens it. */
export function StartRun({ suiteIds = [], caseIds = [], tags = [], draftId, onClose }: StartRunProps) {
  const what = firstGiven({ cases: caseIds, suites: suiteIds, tags })
  const form = useForm<RunSelectionForm>({ initialValues: { what, suiteIds, caseIds, tags, samples: '' } })
  const { draft } = useAgent()
  const starting = useStartRun(draftId ?? draft?.id)
  return (
    <Dialog onClose={onClose} title={start.title}>
      <form onSubmit={form.onSubmit((wish) => starting.mutate(wish))}>
        <Stack>
          {starting.error && <StartRunError error={starting.error} />}
          <SelectionFields form={form} />
          <NumberInput
            label={start.samples}
            description={start.samplesHint}
            min={1}
            max={5}
            allowDecimal={false}
            {...form.getInputProps('samples')}
          />
          <QuotaGauge />
          <FormActions>
            <Button variant="default" onClick={onClose}>
              {strings.cancel}
            </Button>
            <Button
              type="submit"
              loading={starting.isPending}
              disabled={isEmptySelection(form.getValues())}
              data-autofocus
            >
              {start.ok}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  )
}

const firstGiven = (lists: Record<'cases' | 'suites' | 'tags', string[]>): RunSelectionForm['what'] =>
  (['cases', 'suites', 'tags'] as const).find((what) => lists[what].length > 0) ?? 'all'

const isEmptySelection = ({ what, suiteIds, tags }: RunSelectionForm): boolean =>
  (what === 'suites' && suiteIds.length === 0) || (what === 'tags' && tags.length === 0)

function SelectionFields({ form }: { form: UseFormReturnType<RunSelectionForm> }) {
  const suites = useSuites().data ?? []
  const { what, caseIds } = form.getValues()
  return (
    <>
      <SegmentedControl
        aria-label={start.what}
        data={[
          ...(caseIds.length > 0 ? [{ value: 'cases', label: start.cases(caseIds.length) }] : []),
          { value: 'all', label: start.all },
          { value: 'suites', label: start.suites },
          { value: 'tags', label: start.tags },
        ]}
        {...form.getInputProps('what')}
      />
      {what === 'suites' && (
        <MultiSelect
          label={start.chooseSuites}
          data={suites.map(({ id, name }) => ({ value: id, label: displaySuiteName(name) }))}
          searchable
          {...form.getInputProps('suiteIds')}
        />
      )}
      {what === 'tags' && (
        <TagsInput label={start.chooseTags} description={start.tagsHint} {...form.getInputProps('tags')} />
      )}
    </>
  )
}

function useStartRun(draftId: string | undefined) {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const routeIds = useRouteIds()
  return useMutation({
    mutationFn: ({ what, suiteIds, tags, caseIds, samples }: RunSelectionForm) =>
      agent.api.post('/tests/runs', {
        body: {
          ...(what === 'suites' && { suiteIds }),
          ...(what === 'tags' && { tags }),
          ...(what === 'cases' && { caseIds }),
          ...(samples !== '' && { samplesOverride: Number(samples) }),
          ...(draftId !== undefined && { draftId }),
        },
      }),
    onSuccess: (run) => {
      queries.setQueryData(agent.key('tests', 'run', run.id), run)
      void navigate({ to: testPaths.run, params: { ...routeIds, runId: run.id } })
    },
  })
}
