import { Fieldset, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { words } from '#words/knowledge.ts'
import type { ThingEditor } from './RepeatedFields.tsx'

const { thing: w } = words

export function LocationFields({ editor: { form } }: { editor: ThingEditor }) {
  return (
    <Fieldset legend={w.location}>
      <Stack gap="sm">
        <Text size="sm" className="quiet">
          {w.locationHelp}
        </Text>
        <TextInput label={w.address} {...form.getInputProps('location.address')} />
        <Group grow>
          <NumberInput label={w.latitude} hideControls decimalScale={7} {...form.getInputProps('location.latitude')} />
          <NumberInput
            label={w.longitude}
            hideControls
            decimalScale={7}
            {...form.getInputProps('location.longitude')}
          />
        </Group>
        <TextInput label={w.placeLabel} {...form.getInputProps('location.label')} />
      </Stack>
    </Fieldset>
  )
}
