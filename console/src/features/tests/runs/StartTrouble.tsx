import { Alert, List, Text } from '@mantine/core'
import { ParleyError, type ProblemBody } from '@parley/sdk'
import { strings } from '#i18n/tests.ts'
import { useRouteIds } from '../../../app/current-org.ts'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { testPaths } from '../shared/test-paths.ts'

const { start } = strings
const nothing = { code: '', body: {} }
type Linted = { caseId: string; findings: { message: string; path: string }[] }

/** Why a run was not started, and what to do about it. */
export function StartRunError({ error }: { error: Error }) {
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
