import { Fieldset, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { strings } from '#i18n/knowledge.ts'
import type { ThingEditor } from './RepeatedFields.tsx'

const { thing: locationFieldsTexts } = strings

export function LocationFields({ editor: { form } }: { editor: ThingEditor }) {
  return (
    <Fieldset legend={locationFieldsTexts.location}>
      <Stack gap="sm">
        <Text size="sm" className="quiet">
          {locationFieldsTexts.locationHelp}
        </Text>
        <TextInput label={locationFieldsTexts.address} {...form.getInputProps('location.address')} />
        <Group grow>
          <NumberInput
            label={locationFieldsTexts.latitude}
            hideControls
            decimalScale={7}
            {...form.getInputProps('location.latitude')}
          />
          <NumberInput
            label={locationFieldsTexts.longitude}
            hideControls
            decimalScale={7}
            {...form.getInputProps('location.longitude')}
          />
        </Group>
        <TextInput label={locationFieldsTexts.placeLabel} {...form.getInputProps('location.label')} />
      </Stack>
    </Fieldset>
  )
}
