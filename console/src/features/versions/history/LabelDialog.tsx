import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Invalid } from '@parley/sdk'
import { useMutation } from '@tanstack/react-query'
import { strings as texts } from '#i18n/history.ts'
import { useAgent } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'
import { FormActions } from '../../../components/FormActions.tsx'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import { useInvalidateVersions } from '../versions-data.ts'

export function LabelDialog({ version, label, close }: { version: number; label: string; close: () => void }) {
  const agent = useAgent()
  const changed = useInvalidateVersions()
  const form = useForm({ initialValues: { label } })
  const save = useMutation({
    mutationFn: (values: { label: string }) =>
      agent.api.patch('/versions/{version}', {
        path: { version: String(version) },
        body: { label: values.label.trim() || null },
      }),
    onSuccess: async () => {
      await changed()
      close()
    },
    onError: (error) => error instanceof Invalid && form.setErrors(groupErrorsByPath(error.errors)),
  })
  return (
    <Dialog onClose={close} title={texts.labelTitle(version)}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack>
          <TextInput
            label={texts.label}
            description={texts.labelHint}
            maxLength={80}
            data-autofocus
            {...form.getInputProps('label')}
          />
          {save.error && !(save.error instanceof Invalid) && <ErrorAlert error={save.error} />}
          <FormActions>
            <Button variant="default" onClick={close}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {texts.labelOk}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  )
}
