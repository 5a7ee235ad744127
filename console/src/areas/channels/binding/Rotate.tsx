import { Button, Group, Paper, Stack } from '@mantine/core'
import { useState } from 'react'
import { words } from '#words/channels.ts'
import { Refusal } from '../../../parts/editor/EditorFrame.tsx'
import type { Binding, ChannelForm, Provider } from '../data.ts'
import { CatalogFields } from '../setup/CatalogFields.tsx'
import { givenValues } from '../setup/form-values.ts'
import { useValues } from '../setup/useBind.ts'
import { Section } from './Section.tsx'
import { usePatch } from './usePatch.ts'

const { binding: w } = words

/** Credentials go in and never come out. */
export function Rotate({ binding, form }: { binding: Binding; form: ChannelForm }) {
  const [open, setOpen] = useState(binding.status === 'Failed')
  const provider = form.unmanaged?.providers.find(({ id }) => id === binding.provider)
  if (!provider) return null
  return (
    <Section title={w.credentials} text={w.credentialsText}>
      {open ? (
        <Paper withBorder p="md">
          <RotateForm binding={binding} provider={provider} close={() => setOpen(false)} />
        </Paper>
      ) : (
        <Button variant="default" onClick={() => setOpen(true)} style={{ alignSelf: 'flex-start' }}>
          {w.rotate}
        </Button>
      )}
    </Section>
  )
}

function RotateForm({ binding, provider, close }: { binding: Binding; provider: Provider; close: () => void }) {
  const values = useValues(provider.fields)
  const patch = usePatch(binding, values, w.rotated)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        patch.mutate({ auth: givenValues(values.getValues()) }, { onSuccess: close })
      }}
    >
      <Stack>
        {patch.error && <Refusal error={patch.error} />}
        <CatalogFields fields={provider.fields} form={values} />
        <Group>
          <Button type="submit" loading={patch.isPending}>
            {w.rotate}
          </Button>
          <Button variant="default" onClick={close}>
            {w.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
