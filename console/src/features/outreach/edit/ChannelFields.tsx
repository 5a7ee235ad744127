import { Fieldset, MultiSelect, NumberInput, Stack, TagsInput, TextInput } from '@mantine/core'
import { channelNames } from '#i18n/channel-names.ts'
import { strings } from '#i18n/outreach.ts'
import type { Editor } from '../../../components/editor/useEditor.ts'
import type { OutreachForm } from './OutreachFields.tsx'

const { edit } = strings
const options = Object.entries(channelNames).map(([value, label]) => ({ value, label }))

/** The channels of an Outreach in order of preference, and how an opener moves from one to the next. */
export function ChannelFields({ editor: { form } }: { editor: Editor<OutreachForm> }) {
  const { channels } = form.getValues()
  return (
    <Fieldset legend={edit.channels} mt="md">
      <Stack>
        <MultiSelect
          label={edit.channels}
          description={edit.channelsHint}
          data={options}
          {...form.getInputProps('channels')}
        />
        {channels.length > 1 && (
          <NumberInput
            label={edit.undelivered}
            description={edit.undeliveredHint}
            min={30}
            max={172_800}
            allowDecimal={false}
            {...form.getInputProps('undeliveredAfterSeconds')}
          />
        )}
        {channels.includes('messengerA') && (
          <>
            <TextInput label={edit.template} description={edit.templateHint} {...form.getInputProps('template.name')} />
            <TextInput label={edit.templateLanguage} {...form.getInputProps('template.language')} />
            <TagsInput
              label={edit.templateVariables}
              description={edit.templateVariablesHint}
              acceptValueOnBlur
              allowDuplicates
              {...form.getInputProps('template.variables')}
            />
          </>
        )}
      </Stack>
    </Fieldset>
  )
}
