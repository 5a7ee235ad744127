import { Button, Paper, Stack } from '@mantine/core'
import { words } from '#words/channels.ts'
import { Refusal } from '../../../parts/editor/EditorFrame.tsx'
import type { Binding, ChannelForm } from '../data.ts'
import { CatalogFields } from '../setup/CatalogFields.tsx'
import { useValues } from '../setup/useBind.ts'
import { Section } from './Section.tsx'
import { usePatch } from './usePatch.ts'

const { binding: w } = words

/** The form once more, with what was told already; null takes an answer back. */
export function MissingInputs({ binding, form }: { binding: Binding; form: ChannelForm }) {
  const fields = form.managed?.fields ?? []
  const values = useValues(fields, binding.inputs)
  const patch = usePatch(binding, values, w.handedIn)
  const handIn = () => {
    const inputs = Object.entries(values.getValues()).map(([key, value]) => [key, value.trim() || null])
    patch.mutate({ inputs: Object.fromEntries(inputs) })
  }
  return (
    <Section title={binding.status === 'Failed' ? w.failed : w.missing} text={w.missingText}>
      <Paper withBorder p="md">
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            handIn()
          }}
        >
          <Stack>
            {patch.error && <Refusal error={patch.error} />}
            <CatalogFields fields={fields} form={values} />
            <Button type="submit" loading={patch.isPending} style={{ alignSelf: 'flex-start' }}>
              {w.handIn}
            </Button>
          </Stack>
        </form>
      </Paper>
    </Section>
  )
}
