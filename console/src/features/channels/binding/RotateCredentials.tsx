import { Button, Group, Paper, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Invalid, type Schema } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '#i18n/channels.ts'
import { useAgent } from '../../../app/current-org.ts'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'
import { notify } from '../../../components/notify.tsx'
import type { ChannelBinding, ChannelProvider, ChannelSetupForm } from '../data.ts'
import {
  CatalogFields,
  omitBlankValues,
  type SetupFormValues,
  toSetupField,
  useSetupForm,
} from '../setup/setup-form.tsx'
import { BindingSection } from './BindingSection.tsx'

type Patch = Schema<'ChannelBindingPatch'>

/** Submits credentials or inputs; validation errors appear next to their fields. */
export function usePatchBinding(
  { id: bindingId }: ChannelBinding,
  form: UseFormReturnType<SetupFormValues>,
  done: string,
) {
  const agent = useAgent()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Patch) => agent.api.patch('/channels/{bindingId}', { path: { bindingId }, body }),
    onSuccess: () => {
      notify.success(done)
      return queries.invalidateQueries({ queryKey: agent.key('channels') })
    },
    onError: (error) => {
      if (error instanceof Invalid) form.setErrors(groupErrorsByPath(error.errors, toSetupField))
    },
  })
}

const { binding: texts } = strings

/** Credentials are write-only. */
export function RotateCredentials({ binding, form }: { binding: ChannelBinding; form: ChannelSetupForm }) {
  const [open, setOpen] = useState(binding.status === 'Failed')
  const provider = form.unmanaged?.providers.find(({ id }) => id === binding.provider)
  if (!provider) return null
  return (
    <BindingSection title={texts.credentials} text={texts.credentialsText}>
      {open ? (
        <Paper withBorder p="md">
          <RotateForm binding={binding} provider={provider} close={() => setOpen(false)} />
        </Paper>
      ) : (
        <Button variant="default" onClick={() => setOpen(true)} style={{ alignSelf: 'flex-start' }}>
          {texts.rotate}
        </Button>
      )}
    </BindingSection>
  )
}

function RotateForm({
  binding,
  provider,
  close,
}: {
  binding: ChannelBinding
  provider: ChannelProvider
  close: () => void
}) {
  const values = useSetupForm(provider.fields)
  const patch = usePatchBinding(binding, values, texts.rotated)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        patch.mutate({ auth: omitBlankValues(values.getValues()) }, { onSuccess: close })
      }}
    >
      <Stack>
        {patch.error && <RefusalSummary error={patch.error} />}
        <CatalogFields fields={provider.fields} form={values} />
        <Group>
          <Button type="submit" loading={patch.isPending}>
            {texts.rotate}
          </Button>
          <Button variant="default" onClick={close}>
            {texts.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
