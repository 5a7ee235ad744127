import { Button, MultiSelect, NumberInput, Stack, TagsInput, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { channelNames } from '#i18n/channel-names.ts'
import { strings } from '#i18n/outreach.ts'
import { useAgent } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'
import { FormActions } from '../../../components/FormActions.tsx'
import { getBrowserTimeZone } from '../../../components/times.ts'
import type { LinkBinding, LinkChannel } from './useLinks.ts'

const { links: texts, edit } = strings
type NewLinkForm = {
  channels: LinkChannel[]
  template: { name: string; language: string; variables: string[] }
  label: string
  maxUses: number | string
  expiresAt: string
}
type Props = { bindings: readonly LinkBinding[]; onClose: () => void }

export function NewOutreachLinkDialog({ bindings, onClose }: Props) {
  const agent = useAgent()
  const queries = useQueryClient()
  const form = useForm<NewLinkForm>({
    initialValues: {
      channels: bindings.slice(0, 1).map(({ channel }) => channel),
      template: { name: '', language: '', variables: [] },
      label: '',
      maxUses: 25,
      expiresAt: '',
    },
    validate: { channels: (channels) => (channels.length > 0 ? null : texts.channelsNone) },
  })
  const making = useMutation({
    mutationFn: (draft: NewLinkForm) => agent.api.post('/outreach-links', { body: toLinkBody(draft, bindings) }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: agent.key('outreach-links') })
      onClose()
    },
    onError: (error) => {
      if (error instanceof Invalid) form.setErrors(toFormErrors(groupErrorsByPath(error.errors)))
    },
  })
  return (
    <Dialog onClose={onClose} title={texts.new}>
      <form onSubmit={form.onSubmit((draft) => making.mutate(draft))}>
        <Stack>
          {making.error && <RefusalSummary error={making.error} />}
          <TextInput
            label={texts.label}
            description={texts.labelHint}
            data-autofocus
            {...form.getInputProps('label')}
          />
          <LinkChannelFields form={form} bindings={bindings} />
          <NumberInput label={texts.maxUses} description={texts.maxUsesHint} {...form.getInputProps('maxUses')} />
          <TextInput
            type="datetime-local"
            label={texts.expires}
            description={texts.expiresHint(getBrowserTimeZone())}
            {...form.getInputProps('expiresAt')}
          />
          <FormActions>
            <Button variant="default" onClick={onClose}>
              {strings.cancel}
            </Button>
            <Button type="submit" loading={making.isPending}>
              {strings.create}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  )
}

type ChannelFieldsProps = { form: UseFormReturnType<NewLinkForm>; bindings: readonly LinkBinding[] }

function LinkChannelFields({ form, bindings }: ChannelFieldsProps) {
  return (
    <>
      <MultiSelect
        label={texts.channels}
        description={texts.channelsHint}
        data={bindings.map(({ channel }) => ({ value: channel, label: channelNames[channel] }))}
        {...form.getInputProps('channels')}
      />
      {form.getValues().channels.includes('messengerA') && (
        <>
          <TextInput
            label={edit.template}
            description={texts.templateHint}
            withAsterisk
            {...form.getInputProps('template.name')}
          />
          <TextInput label={edit.templateLanguage} withAsterisk {...form.getInputProps('template.language')} />
          <TagsInput
            label={edit.templateVariables}
            acceptValueOnBlur
            allowDuplicates
            {...form.getInputProps('template.variables')}
          />
        </>
      )}
    </>
  )
}

/** Empty fields use the defaults; rcs alone is the default of the channels. */
function toLinkBody({ channels, template, label, maxUses, expiresAt }: NewLinkForm, bindings: readonly LinkBinding[]) {
  const isDefault = channels.length === 1 && channels[0] === 'rcs'
  return {
    bindingId: bindings.find(({ channel }) => channel === channels[0])?.id ?? '',
    ...(!isDefault && { channels }),
    ...(channels.includes('messengerA') && { templates: { messengerA: template } }),
    ...(label.trim() && { label }),
    ...(maxUses !== '' && { maxUses: Number(maxUses) }),
    ...(expiresAt && { expiresAt: new Date(expiresAt).toISOString() }),
  }
}

/** Shows errors at the fields that the dialog has: the API names one entry of a list, or the template. */
function toFormErrors<T>(errors: Record<string, T>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(errors).map(([path, error]) => [
      path
        .replace(/^channels\b.*/, 'channels')
        .replace(/^templates\.messengerA$/, 'template.name')
        .replace(/^templates\.messengerA\./, 'template.'),
      error,
    ]),
  )
}
