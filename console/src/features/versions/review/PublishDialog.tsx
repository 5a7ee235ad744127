import { Alert, Button, List, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Invalid, ParleyError } from '@parley/sdk'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { strings } from '#i18n/versions.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { liveColor } from '../../../app/theme/tokens.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'
import { FormActions } from '../../../components/FormActions.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import { testPaths } from '../../tests/shared/test-paths.ts'
import { conflictsOf } from '../conflicts/ConflictResolution.tsx'
import { type Draft, useInvalidateVersions } from '../versions-data.ts'

const { review: texts } = strings

type Props = { draft: Draft; close: () => void; rebase: () => void }

export function PublishDialog({ draft, close, rebase }: Props) {
  const form = useForm({ initialValues: { label: '' } })
  const publish = usePublish(
    draft.id,
    (error) => error instanceof Invalid && form.setErrors(groupErrorsByPath(error.errors)),
  )
  const { error } = publish
  return (
    <Dialog onClose={close} title={texts.publishTitle(draft.name)}>
      <form onSubmit={form.onSubmit(({ label }) => publish.mutate(label.trim()))}>
        <Stack>
          <Text size="sm">{texts.publishText(draft.changes)}</Text>
          <TextInput
            label={texts.note}
            description={texts.noteHint}
            maxLength={80}
            data-autofocus
            {...form.getInputProps('label')}
          />
          {error && !(error instanceof Invalid) && <PublishRefusal error={error} rebase={rebase} />}
          <FormActions>
            <Button variant="default" onClick={close}>
              {strings.cancel}
            </Button>
            <Button type="submit" color={liveColor} loading={publish.isPending}>
              {texts.publish}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  )
}

function usePublish(draftId: string, onError: (error: Error) => void) {
  const agent = useAgent()
  const params = useRouteIds()
  const navigate = useNavigate()
  const changed = useInvalidateVersions()
  return useMutation({
    mutationFn: (label: string) =>
      agent.api.post('/drafts/{draftId}/_publish', { path: { draftId }, body: label === '' ? {} : { label } }),
    onSuccess: async ({ version }) => {
      // Leaves the draft first: nothing may read it again.
      await navigate({
        to: '/orgs/$org/agents/$agent/versions/history',
        params,
        search: { draft: undefined },
        ignoreBlocker: true,
      })
      void changed()
      notify.success(texts.published(version))
    },
    onError,
  })
}

function PublishRefusal({ error, rebase }: { error: Error; rebase: () => void }) {
  const conflicts = conflictsOf(error)
  if (conflicts)
    return (
      <Alert color="orange" role="alert" title={strings.conflicts.title}>
        <Stack gap="xs" align="flex-start">
          <List size="sm">
            {conflicts.slice(0, 10).map(({ path }) => (
              <List.Item key={path}>{path}</List.Item>
            ))}
          </List>
          <Button size="xs" variant="default" onClick={rebase}>
            {texts.rebase}
          </Button>
        </Stack>
      </Alert>
    )
  if (error instanceof ParleyError && error.code === 'agent.draft.gate_failed') return <GateRefusal error={error} />
  return <ErrorAlert error={error} />
}

function GateRefusal({ error }: { error: ParleyError }) {
  const params = useRouteIds()
  const { runId, failing } = error.body
  const cases = Array.isArray(failing) ? failing.map(String) : []
  return (
    <Alert color="orange" role="alert" title={texts.gate}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{error.message}</Text>
        {cases.length > 0 && <Text size="sm">{texts.gateFailing(cases.length)}</Text>}
        {typeof runId === 'string' && (
          <AnchorLink size="sm" to={testPaths.run} params={{ ...params, runId }}>
            {texts.gateRun}
          </AnchorLink>
        )}
      </Stack>
    </Alert>
  )
}
