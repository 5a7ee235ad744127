import { Alert } from '@mantine/core'
import { ParleyError } from '@parley/sdk'
import { words } from '#words/tests.ts'
import { Refusal } from '../../../parts/editor/EditorFrame.tsx'

/** Why nothing was written: most often there is no model that can. */
export function AuthoringTrouble({ error }: { error: Error }) {
  const none = error instanceof ParleyError && error.code === 'agent.test.authoring_unavailable'
  if (!none) return <Refusal error={error} />
  return (
    <Alert color="orange" role="alert" title={words.authoring.title}>
      {words.authoring.text}
    </Alert>
  )
}
