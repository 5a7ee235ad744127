import { Button, Paper, Stack } from '@mantine/core'
import { strings } from '#i18n/channels.ts'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import type { ChannelBinding, ChannelSetupForm } from '../data.ts'
import { CatalogFields } from '../setup/CatalogFields.tsx'
import { useSetupForm } from '../setup/useBindChannel.ts'
import { BindingSection } from './BindingSection.tsx'
import { usePatchBinding } from './usePatchBinding.ts'

const { binding: missingInputsFormTexts } = strings

/** The form once more, with what was told already; null takes an answer back. */
export function MissingInputsForm({ binding, form }: { binding: ChannelBinding; form: ChannelSetupForm }) {
  const fields = form.managed?.fields ?? []
  const values = useSetupForm(fields, binding.inputs)
  const patch = usePatchBinding(binding, values, missingInputsFormTexts.handedIn)
  const handIn = () => {
    const inputs = Object.entries(values.getValues()).map(([key, value]) => [key, value.trim() || null])
    patch.mutate({ inputs: Object.fromEntries(inputs) })
  }
  return (
    <BindingSection
      title={binding.status === 'Failed' ? missingInputsFormTexts.failed : missingInputsFormTexts.missing}
      text={missingInputsFormTexts.missingText}
    >
      <Paper withBorder p="md">
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            handIn()
          }}
        >
          <Stack>
            {patch.error && <RefusalSummary error={patch.error} />}
            <CatalogFields fields={fields} form={values} />
            <Button type="submit" loading={patch.isPending} style={{ alignSelf: 'flex-start' }}>
              {missingInputsFormTexts.handIn}
            </Button>
          </Stack>
        </form>
      </Paper>
    </BindingSection>
  )
}
