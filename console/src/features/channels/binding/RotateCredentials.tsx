import { Button, Group, Paper, Stack } from '@mantine/core'
import { useState } from 'react'
import { strings } from '#i18n/channels.ts'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import type { ChannelBinding, ChannelProvider, ChannelSetupForm } from '../data.ts'
import { CatalogFields } from '../setup/CatalogFields.tsx'
import { filledValues } from '../setup/form-values.ts'
import { useSetupForm } from '../setup/useBindChannel.ts'
import { BindingSection } from './BindingSection.tsx'
import { usePatchBinding } from './usePatchBinding.ts'

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
        patch.mutate({ auth: filledValues(values.getValues()) }, { onSuccess: close })
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
