import { Alert } from '@mantine/core'
import { ParleyError } from '@parley/sdk'
import { strings } from '#i18n/tests.ts'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'

/** Why authoring failed; most often no suitable model is configured. */
export function AuthoringError({ error }: { error: Error }) {
  const none = error instanceof ParleyError && error.code === 'agent.test.authoring_unavailable'
  if (!none) return <RefusalSummary error={error} />
  return (
    <Alert color="orange" role="alert" title={strings.authoring.title}>
      {strings.authoring.text}
    </Alert>
  )
}
